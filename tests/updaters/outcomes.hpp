/// Where an update of z goes on four data whose L̃ are given numbers: computed branch by branch, no Monte Carlo error.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

import firefly.testing;
import firefly;

namespace firefly::testing {

/// L̃ of four data: rare, common, even, impossible.
inline std::vector<double> const factors{0.05, 3.0, 1.0, 0.0};

inline fixed_factors target_with(std::vector<row_index> const& bright) {
    std::vector<double> logarithms;
    for (double const factor : factors) logarithms.push_back(std::log(factor));
    return fixed_factors(logarithms, bright);
}

inline std::size_t number(bright_set const& z) {
    std::size_t result = 0;
    for (row_index n = 0; n < z.size(); ++n) result |= std::size_t{z.is_bright(n)} << n;
    return result;
}

/// Where one update goes from a bright list, over all branches; checks on every branch what it says that it did.
template <class Updater>
std::vector<double> outcomes(Updater const& updater, typename Updater::state const& start, std::vector<row_index> const& bright) {
    std::vector<double> probabilities(std::size_t{1} << factors.size());
    scripted_random random(factors.size());
    do {
        auto target = target_with(bright);
        bright_set const before = target.z();
        auto state = start;
        z_stats const stats = update(updater, state, target, random);
        z_stats recount;
        for (row_index n = 0; n < before.size(); ++n) {
            recount.brightened += !before.is_bright(n) && target.z().is_bright(n);
            recount.darkened += before.is_bright(n) && !target.z().is_bright(n);
        }
        REQUIRE(stats == recount);
        for (std::size_t i = 0; i < target.z().count(); ++i)
            REQUIRE(target.bright_log_factors()[i] == std::log(factors[target.z().ith_bright(i)]));
        probabilities[number(target.z())] += random.probability();
    } while (random.next());
    return probabilities;
}

/// Every set of data that can be bright.
inline std::vector<std::vector<row_index>> bright_lists() {
    return {{}, {0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}};
}

inline double largest_difference(std::vector<double> const& a, std::vector<double> const& b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
    return worst;
}

/// Of z drawn from its conditional distribution where `redrawn` says so, and kept elsewhere.
template <class Redrawn>
std::vector<double> exact(std::vector<row_index> const& bright, Redrawn const& redrawn) {
    std::size_t const before = number(target_with(bright).z());
    std::vector<double> result(std::size_t{1} << factors.size(), 1.0);
    for (std::size_t z = 0; z < result.size(); ++z)
        for (std::size_t n = 0; n < factors.size(); ++n) {
            bool const lit = (z >> n & 1) != 0, was_lit = (before >> n & 1) != 0;
            double const p = factors[n] / (1 + factors[n]);
            result[z] *= redrawn(n) ? (lit ? p : 1 - p) : (lit == was_lit ? 1.0 : 0.0);
        }
    return result;
}

}  // namespace firefly::testing
