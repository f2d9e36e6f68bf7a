#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

import firefly;
import firefly.program.setup;
import firefly.program.run;
import firefly.program.output;

using namespace firefly;
using namespace firefly::program;

TEST_CASE("what only the end of a chain knows is said where somebody watched") {
    CHECK(end_facts({}, 0, 4).empty());
    auto const watch = std::make_shared<bright_watch>(2, 1);
    bright_set bright(10);
    bright.brighten(3);
    watch->of(1).see(bright, true);
    CHECK(end_facts(watch, 1, 2) == fact_list{{"outside_region", "1"}, {"brightest", "4:1"}});
    CHECK(end_facts(watch, 1, 2001).empty());  // too many chains for an attribute
}

TEST_CASE("the draws of the logs become draws as files hold them") {
    run_logs logs(3, 2);
    for (std::size_t chain = 0; chain < 2; ++chain)
        for (std::size_t i = 0; i < 6 - chain; ++i) {
            draw current;
            current.theta = to_vector(std::vector{static_cast<double>(i), static_cast<double>(chain)});
            current.warm_up = i < 2;
            current.z.bright = i;
            logs[chain].append(current);
        }
    run_description description;
    description.columns = {"(intercept)", "x"};
    description.metadata = {{"model", "logistic"}};
    std::vector<chain_result> results(3);
    results[0].seconds = 1.5;
    auto const draws = recorded(description, results, logs, {{{"end", "a"}}, {{"end", "b"}}, {}});
    CHECK(draws.chains() == 2);
    CHECK(draws.length() == 3);
    REQUIRE(draws.parameters.size() == 1);
    CHECK(draws.parameters[0].name == "beta");
    CHECK(draws.parameters[0].element_name(1) == "x");
    CHECK(draws.parameters[0].chains[0] == std::vector<double>{2, 0, 3, 0, 4, 0});
    REQUIRE(draws.statistic("n_bright__"));
    CHECK(draws.statistic("n_bright__")->chains[0] == std::vector<double>{2, 3, 4});
    CHECK(draws.sampling_seconds[0] == 1.5);
    CHECK(find_fact(draws.facts, "model") == "logistic");
    CHECK(find_fact(draws.facts, "end") == "a | b");
    CHECK_FALSE(draws.cut.empty());
}

TEST_CASE("without a draw after warm-up nothing is recorded") {
    run_logs logs(2, 2);
    CHECK(recorded({}, std::vector<chain_result>(2), logs, std::vector<fact_list>(2)).chains() == 0);
}
