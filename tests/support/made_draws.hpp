/// Draws of a logistic regression with an intercept and two columns, and of a softmax, as a run that went well leaves them.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

import firefly;

/// Independent normal draws; the same numbers wherever it is compiled.
class made_normals {
public:
    explicit made_normals(std::uint64_t seed) : bits_(seed) {}

    double operator()() {
        double const u = uniform(), v = uniform();
        return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v);
    }

private:
    double uniform() { return (static_cast<double>(bits_() >> 11) + 0.5) * 0x1p-53; }

    std::mt19937_64 bits_;
};

inline firefly::stored_draws made_draws(std::size_t chains = 4, std::size_t length = 500) {
    firefly::stored_draws draws;
    firefly::stored_variable beta{.name = "beta", .dimensions = {"feature"}, .labels = {{"(intercept)", "age", "income"}}};
    firefly::stored_variable bright{.name = "n_bright__"};
    for (std::size_t c = 0; c < chains; ++c) {
        made_normals normal(c + 1);
        auto& chain = beta.chains.emplace_back();
        bright.chains.emplace_back(length, 3.0);
        for (std::size_t i = 0; i < length; ++i)
            for (double const centre : {0.5, -1.0, 2.0}) chain.push_back(centre + 0.1 * normal());
    }
    draws.parameters = {std::move(beta)};
    draws.statistics = {std::move(bright)};
    draws.sampling_seconds.assign(chains, 0.5);
    draws.facts = {{"model", "logistic"},    {"algorithm", "flymc"}, {"kernel", "bright-gibbs"}, {"updater", "clocked"},
                   {"rows", "1000"},         {"target", "vote"},     {"prior", "gaussian"},      {"prior_scale", "2.5"},
                   {"expected_bright", "3"}, {"label_1", "no"},      {"label_2", "yes"},         {"centred", "yes"}};
    return draws;
}

/// Three classes, an intercept and a column: W is by class and feature.
inline firefly::stored_draws made_classes(std::size_t chains = 4, std::size_t length = 500) {
    auto draws = made_draws(chains, length);
    firefly::stored_variable weights = firefly::coefficients({"(intercept)", "petal"}, {"setosa", "versicolor", "virginica"});
    for (std::size_t c = 0; c < chains; ++c) {
        made_normals normal(c + 1);
        auto& chain = weights.chains.emplace_back();
        for (std::size_t i = 0; i < length; ++i)
            for (double const centre : {0.5, -1.0, 1.5, 0.0, -0.5, 2.0}) chain.push_back(centre + 0.1 * normal());
    }
    draws.parameters = {std::move(weights)};
    draws.facts = {{"model", "softmax"},
                   {"algorithm", "regular"},
                   {"kernel", "elliptical-slice"},
                   {"prior", "gaussian"},
                   {"prior_scale", "2.5"}};
    return draws;
}
