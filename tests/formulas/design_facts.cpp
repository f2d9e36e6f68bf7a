#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formulas/flights.hpp"

using namespace firefly;

TEST_CASE("a design that is saved as facts makes the same rows again") {
    std::string_view const formula =
        "log(distance) ~ scale(hour) + C(origin, reference='ORD')*`my col` + poly(delay, 2) + bs(hour, df=4) + cr(hour, df=3, "
        "constraints='center') + C(month(time)) + offset(delay)";
    design const made(flights(), formula);
    auto facts = made.facts();
    facts.insert(facts.begin(), {"model", "poisson"});
    auto const again = design::from_facts(facts);
    REQUIRE(again);
    CHECK(again->features() == made.features());
    CHECK(again->rows(flights()).features == made.rows(flights()).features);
    CHECK(again->facts() == made.facts());
}

TEST_CASE("a column whose numbers stay numbers has them as levels, and again from facts") {
    design_learner learner(parse_formula("y ~ C(month) + (1 | id)"),
                           {{.name = "y"}, {.name = "month", .stays_number = true}, {.name = "id", .stays_number = true}});
    for (auto const& input : learner.inputs()) CHECK(input.kind == input_kind::number);
    while (learner.needs_pass()) {
        for (double const month : {3.0, 1.0, 2.5}) {
            double const raw[] = {month, 10 * month};
            learner.see(raw);
        }
        learner.end_pass();
    }
    design const made = learner.finish();
    CHECK(made.parameters() ==
          std::vector<std::string>{"(intercept)", "C(month)[T.2.5]", "C(month)[T.3]", "id[10]", "id[25]", "id[30]"});
    auto const again = design::from_facts(made.facts());
    REQUIRE(again);
    CHECK(again->parameters() == made.parameters());
    CHECK(again->facts() == made.facts());
}

TEST_CASE("facts without a formula are no design, and damaged ones are refused") {
    CHECK_FALSE(design::from_facts({{"model", "poisson"}}));
    auto const facts = design(flights(), "~ scale(hour) + origin").facts();
    for (std::size_t i = 1; i < facts.size(); ++i) {
        if (facts[i].first.find("level") != std::string::npos) continue;  // fewer levels are levels, too
        auto damaged = facts;
        damaged.erase(damaged.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK_THROWS_AS(design::from_facts(damaged), invalid_argument);
        damaged = facts;
        damaged[i].second = "1 x";
        CHECK_THROWS_AS(design::from_facts(damaged), invalid_argument);
    }
}
