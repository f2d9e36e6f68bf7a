#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

import firefly;
import firefly.program.input;

using namespace firefly;
using namespace firefly::program;
using strings = std::vector<std::string>;

TEST_CASE("without columns of their own rows have no case numbers") {
    CHECK(case_options{}.is_empty());
    CHECK(case_options{}.layout().is_empty());
}

TEST_CASE("columns come in one order, and their numbers are trials, offset and weight, whatever is given") {
    std::array<double, 3> const behind{8, 0.5, 3};
    auto const numbers = [&](case_options const& cases) {
        auto const layout = cases.layout();
        return std::vector{layout.number(0, behind.data()), layout.number(1, behind.data()), layout.number(2, behind.data())};
    };
    case_options const all{.trials = "n", .offset = "o", .weights = "w"};
    CHECK(all.columns() == strings{"n", "o", "w"});
    CHECK(numbers(all) == std::vector{8.0, 0.5, 3.0});
    CHECK(case_options{.weights = "w"}.columns() == strings{"w"});
    CHECK(numbers({.weights = "w"}) == std::vector{1.0, 0.0, 8.0});
    CHECK(numbers({.exposure = "e"}) == std::vector{1.0, std::log(8.0), 1.0});
    CHECK(numbers({.trials = "n", .exposure = "e"}) == std::vector{8.0, std::log(0.5), 1.0});
    CHECK(case_options{.trials = "n", .exposure = "e"}.layout().columns() == 2);
}

TEST_CASE("a model has those of the numbers that its likelihood takes") {
    case_options const both{.offset = "o", .weights = "w"};
    CHECK(both.layout(model_kind::poisson).of(5).target == 4);
    CHECK(both.layout(model_kind::poisson).of(5).columns == 3);
    CHECK(both.layout(model_kind::ordinal).of(5).target == 3);
    CHECK(both.layout(model_kind::ordinal).of(5).columns == 3);
    std::array<double, 2> const behind{0.5, 3};
    CHECK(both.layout(model_kind::ordinal).number(0, behind.data()) == 0.5);
    CHECK(both.layout(model_kind::ordinal).number(1, behind.data()) == 3);
    case_options const weights{.weights = "w"};
    CHECK(weights.layout(model_kind::softmax).of(5).target == 2);
    CHECK(weights.layout(model_kind::softmax).of(5).columns == 4);
    CHECK(weights.layout(model_kind::softmax).number(0, behind.data()) == 0.5);
    for (model_kind const model : model_kinds) CHECK(case_options{}.layout(model).is_empty());
}
