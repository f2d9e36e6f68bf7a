#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"
#include "support/numbers.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

matrix const features = matrix_of({{1, 2}, {3, 4}, {1, 2}, {1, 2}, {3, 4}, {1, -0.0}, {1, 0.0}});
vector const target = vector_of({1, 0, 1, 0, 0, 1, 1});

}  // namespace

TEST_CASE("equal rows become one, in the order of their first, with how often they come") {
    auto const merged = merge_equal_rows(features, target);
    CHECK(numbers(merged.features) == std::vector<double>{1, 2, 3, 4, 1, 2, 1, 0});
    CHECK(numbers(merged.target) == std::vector<double>{1, 0, 0, 1});
    CHECK(numbers(merged.weight) == std::vector<double>{2, 2, 1, 2});
}

TEST_CASE("weights of equal rows add up") {
    auto const merged = merge_equal_rows(features, target, vector_of({0.5, 1, 2, 3, 4, 5, 6}));
    CHECK(numbers(merged.weight) == std::vector<double>{2.5, 5, 3, 11});
}

TEST_CASE("rows that differ stay what they are") {
    auto const merged = merge_equal_rows(matrix_of({{1}, {2}, {3}}), vector_of({0, 0, 0}));
    CHECK(numbers(merged.features) == std::vector<double>{1, 2, 3});
    CHECK(numbers(merged.weight) == std::vector<double>{1, 1, 1});
}
