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

TEST_CASE("a pass is needed for what is learned, and one more for what is learned from that") {
    auto const passes = [](std::string_view formula) {
        design_learner learner(parse_formula(formula), {{"x"}, {"c", true}});
        for (std::size_t i = 0; i < learner.inputs().size(); ++i)
            if (learner.inputs()[i].kind == input_kind::category) learner.set_levels(i, {"a", "b"});
        std::size_t count = 0;
        std::vector<double> row(learner.inputs().size());
        for (; learner.needs_pass(); ++count) {
            for (int k = 0; k < 9; ++k) {
                row[0] = k;
                learner.see(row.data());
            }
            learner.end_pass();
        }
        learner.finish();
        return count;
    };
    CHECK(passes("~ x + log1p(x) + c:x") == 0);
    CHECK(passes("~ scale(x) + bs(x, df=4)") == 1);
    CHECK(passes("~ bs(scale(x), df=4)") == 2);
    CHECK(passes("~ poly(center(sqrt(x) + scale(x)), 2)") == 3);
}

TEST_CASE("rows one after the other give what the table gives") {
    std::string_view const formula = "~ scale(log(distance)) + bs(hour, df=4)";
    design const whole(flights(), formula);
    design_learner learner(parse_formula(formula), {{"distance"}, {"hour"}});
    auto const raw = whole.raw_rows(flights());
    while (learner.needs_pass()) {
        for (std::size_t i = 0; i < raw.shape(0); ++i) learner.see(&raw(i, 0));
        learner.end_pass();
    }
    CHECK(learner.finish().facts() == whole.facts());
}

TEST_CASE("what cannot be learned is pointed at") {
    column_table const flat({{.name = "x", .numbers = {2, 2, 2}}});
    auto const said = [&](std::string_view formula) { return complaint<formula_error>([&] { design(flat, formula); }); };
    CHECK(said("~ scale(x)") == "~ scale(x)\n  ^ all numbers are equal here; there is no standard deviation");
    CHECK(said("~ poly(x, 2)").ends_with("there are too few different numbers for this degree"));
    CHECK(said("~ cr(x, df=3)").ends_with("the lower bound, 2, is not below the upper one, 2"));
    design_learner learner(parse_formula("~ scale(x)"), {{"x"}});
    CHECK(complaint<formula_error>([&] { learner.end_pass(); }).ends_with("there are no rows to learn this from"));
}
