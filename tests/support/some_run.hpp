/// A run of the program that nobody ran: logs, description and results.
///
/// Brings imports with it: include it after every other header.
#pragma once

#include <cstddef>
#include <vector>

import firefly;
import firefly.program.run;

/// Numbers that tell chain, draw and element apart.
inline firefly::draw draw_of_run(std::size_t chain, std::size_t i, bool warm_up) {
    firefly::draw result;
    double const x = static_cast<double>(100 * chain + i);
    result.theta = firefly::to_vector(std::vector{x, x + 0.25, x + 0.5, x + 0.75});
    result.log_density = -x;
    result.step = 0.5;
    result.z = {.bright = i, .brightened = chain, .darkened = 1, .queries = 2};
    result.theta_queries = 3;
    result.warm_up = warm_up;
    return result;
}

/// Chains of these numbers of draws, each after two of warm-up.
inline firefly::program::run_logs logs_of_run(std::vector<std::size_t> const& draws) {
    firefly::program::run_logs logs(draws.size(), 4);
    for (std::size_t c = 0; c < draws.size(); ++c)
        for (std::size_t i = 0; i < 2 + draws[c]; ++i) logs[c].append(draw_of_run(c, i, i < 2));
    return logs;
}

inline firefly::program::run_description description_of_run() {
    return {.data_hash = 0x00ff,
            .parameters = {firefly::coefficients({"(intercept)", "x"}, {"a", "b"})},
            .metadata = {{"model", "softmax"}, {"algorithm", "flymc"}, {"kernel", "mala"}, {"seed", "7"}, {"rows", "20"}}};
}

inline std::vector<firefly::program::chain_result> results_of_run(std::size_t chains) {
    std::vector<firefly::program::chain_result> results(chains);
    for (std::size_t c = 0; c < chains; ++c) {
        results[c].warm_up_seconds = 0.5 + static_cast<double>(c);
        results[c].seconds = 2.25 + static_cast<double>(c);
    }
    return results;
}
