#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

import firefly.core;
import firefly.draws;

using firefly::statistic_kind;

TEST_CASE("a draw is described by the same statistics everywhere, in one order") {
    CHECK(firefly::statistic_names() == std::vector<std::string>{"lp__", "accept_stat__", "stepsize__", "treedepth__",
                                                                 "divergent__", "n_bright__", "n_lik__", "n_flips__"});
    firefly::draw draw;
    draw.log_density = -12.5;
    draw.acceptance = 0.25;
    draw.step = 0.5;
    draw.diverging = true;
    draw.z = {.bright = 7, .brightened = 2, .darkened = 1, .queries = 5};
    draw.theta_queries = 4;
    CHECK(firefly::statistics_of(draw) == std::array{-12.5, 0.25, 0.5, 0.0, 1.0, 7.0, 9.0, 3.0});
    for (std::size_t i = 0; i < firefly::statistic_count; ++i)
        CHECK(firefly::draw_statistics()[i].of(draw) == firefly::statistics_of(draw)[i]);
}

TEST_CASE("Stan's names and ArviZ's names of a statistic lead to each other") {
    for (auto const& each : firefly::draw_statistics()) {
        CHECK(firefly::arviz_name_of(each.stan) == each.arviz);
        CHECK(firefly::stan_name_of(each.arviz) == each.stan);
        CHECK(firefly::kind_of_statistic(each.stan) == each.kind);
    }
    CHECK(firefly::arviz_name_of("n_leapfrog__") == "n_steps");
    CHECK(firefly::stan_name_of("n_steps") == "n_leapfrog__");
    CHECK(firefly::arviz_name_of("energy__") == "energy");
    CHECK(firefly::stan_name_of("energy") == "energy__");
    CHECK(firefly::arviz_name_of("plain") == "plain");
}

TEST_CASE("a statistic is a number, a count or a truth value") {
    CHECK(firefly::kind_of_statistic("lp__") == statistic_kind::number);
    CHECK(firefly::kind_of_statistic("n_flips__") == statistic_kind::count);
    CHECK(firefly::kind_of_statistic("n_leapfrog__") == statistic_kind::count);
    CHECK(firefly::kind_of_statistic("divergent__") == statistic_kind::truth);
    CHECK(firefly::kind_of_statistic("energy__") == statistic_kind::number);
}
