#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "named_sets.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

double chosen_from(double n, double k) {
    return std::round(std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)));
}

}  // namespace

TEST_CASE("without replacement all subsets of a size are equally likely: every branch") {
    for (row_index const data : {1u, 2u, 5u, 6u})
        for (row_index members = 1; members <= data; ++members) {
            CAPTURE(data);
            CAPTURE(members);
            double const alpha = static_cast<double>(members) / static_cast<double>(data);
            auto const subsets = named_sets(explicit_distinct({.alpha = alpha}), bright_set(data));
            double const count = chosen_from(static_cast<double>(data), static_cast<double>(members));
            CHECK(static_cast<double>(subsets.size()) == count);
            for (auto const& [subset, probability] : subsets) {
                CHECK(subset.size() == members);
                CHECK(probability == doctest::Approx(1 / count).epsilon(1e-12));
            }
        }
}

TEST_CASE("bright members of the subset are not asked for") {
    bright_set z(4);
    z.brighten(2);
    for (auto const& [subset, probability] : named_sets(explicit_distinct({.alpha = 0.75}), z))
        // {0, 1, 3} with probability 1/4; otherwise 2 and two others
        CHECK(probability == doctest::Approx(0.25).epsilon(1e-12));
    CHECK(named_sets(explicit_distinct({.alpha = 1}), z).begin()->first == std::vector<row_index>{0, 1, 3});
}
