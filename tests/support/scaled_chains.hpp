/// What tests of chains with learned scales have in common: densities of scales, and means over the draws of many samplers against exact ones.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/by_definition.hpp"

namespace firefly::testing {

/// Of half-Cauchy(a), up to a constant.
inline double log_density_of_log_scale(double x, double a) {
    double const ratio = std::exp(x) / a;
    return x - std::log1p(ratio * ratio);
}

inline double log_normal(double x, double scale) {
    return -std::log(scale) - x * x / (2 * scale * scale);
}

/// Means of functionals over a chain's draws, after some that do not count.
template <class Chain, class Functionals>
std::vector<estimate> chain_means(Chain& chain, std::size_t iterations, Functionals const& functionals) {
    for (int i = 0; i < 300; ++i) chain.advance();
    std::vector<numbers> values;
    for (std::size_t i = 0; i < iterations; ++i) {
        chain.advance();
        numbers const now = functionals(chain.current());
        values.resize(now.size());
        for (std::size_t f = 0; f < now.size(); ++f) values[f].push_back(now[f]);
    }
    std::vector<estimate> means;
    for (auto const& v : values) means.push_back(chain_mean(v));
    return means;
}

template <class Model>
void check_means(Model const& model, numbers const& exact, std::function<numbers(draw const&)> const& functionals,
                 std::uint64_t seed, std::size_t iterations) {
    struct way {
        std::string name;
        choices wanted;
    };
    std::vector<way> const ways{
        {"bright Gibbs", {.algorithm = algorithm_kind::firefly, .anchor = anchor_kind::maximum}},
        {"bright Gibbs, in a small region", {.algorithm = algorithm_kind::firefly, .anchor = anchor_kind::maximum, .region = 0.9}},
        {"elliptical slices on bright data",
         {.algorithm = algorithm_kind::firefly, .anchor = anchor_kind::maximum, .kernel = kernel_kind::elliptical_slice}},
        {"Hamiltonian on bright data",
         {.algorithm = algorithm_kind::firefly, .anchor = anchor_kind::maximum, .kernel = kernel_kind::hamiltonian}},
        {"elliptical slices on all data", {.algorithm = algorithm_kind::regular, .kernel = kernel_kind::elliptical_slice}}};
    for (way const& by : ways) {
        CAPTURE(by.name);
        ++seed;
        plan const chosen(model, by.wanted);
        judge([&](trial& run) {
            auto const chain = chosen.make_chain({.seed = run.seed(seed), .warm_up = 200});
            auto const means = chain_means(*chain, run.times(iterations), functionals);
            for (std::size_t f = 0; f < exact.size(); ++f)
                run.equal(means[f], exact[f], by.name + ", functional " + std::to_string(f));
        });
    }
}

}  // namespace firefly::testing
