#include <doctest/doctest.h>

#include <array>
#include <coroutine>
#include <list>
#include <ranges>
#include <span>
#include <sstream>
#include <vector>

import firefly.core;
import firefly.diagnostics;

namespace {

firefly::stream<double> count_from(double x) {
    for (;; ++x) co_yield x;
}

}  // namespace

TEST_CASE("draws come from a vector, an array or a span of chains") {
    std::vector<std::vector<double>> const chains{{1, 2, 3}, {4, 5, 6}};
    std::array const array{chains[0], chains[1]};
    for (firefly::scalar_draws const& draws :
         {firefly::scalar_draws(chains), firefly::scalar_draws(array), firefly::scalar_draws(std::span(chains))}) {
        CHECK(draws.chains().size() == 2);
        CHECK(draws.length() == 3);
        CHECK(draws.pooled() == std::vector<double>{1, 2, 3, 4, 5, 6});
    }
}

TEST_CASE("a diagnostic takes a stream in a pipeline as one chain") {
    auto squares = count_from(1) | std::views::transform([](double x) { return x * x; }) | std::views::take(5);
    CHECK(firefly::quantile(squares, 0.5) == 9);
}

TEST_CASE("a diagnostic takes any input range of numbers as one chain") {
    CHECK(firefly::quantile(std::list<int>{3, 1, 2}, 0.5) == 2);
    std::istringstream text("5 7 6");
    CHECK(firefly::quantile(std::views::istream<double>(text), 0.5) == 6);
}

TEST_CASE("chains that cannot be used are refused with a reason") {
    using chains = std::vector<std::vector<double>>;
    CHECK_THROWS_WITH_AS(firefly::ess_bulk(chains{}), "scalar_draws: there is no chain, give at least one", firefly::invalid_argument);
    CHECK_THROWS_WITH_AS(firefly::ess_bulk(chains{{}, {}}), "scalar_draws: the first chain is empty, give at least one draw",
                         firefly::invalid_argument);
    CHECK_THROWS_WITH_AS(firefly::ess_bulk(chains{{1, 2}, {1, 2}, {1}}),
                         "scalar_draws: chain 3 of 3 has 1 draws and the first has 2, give chains of equal length",
                         firefly::invalid_argument);
    CHECK_THROWS_AS(firefly::r_hat(std::vector<double>{}), firefly::invalid_argument);
}
