/// Draws that are few enough to be written out.
///
/// Brings `import firefly.draws;` with it: include it after every other header.
#pragma once

#include <string>
#include <vector>

import firefly.draws;

/// Two chains of two draws of two coefficients.
inline firefly::stored_draws few_draws() {
    firefly::stored_draws draws;
    draws.parameters.push_back(
        {.name = "beta", .dimensions = {"feature"}, .labels = {{"(intercept)", "x"}}, .chains = {{0.5, -1, 2, 3}, {1, 2, 3, 4}}});
    draws.statistics.push_back({.name = "lp__", .chains = {{-1.5, -2.5}, {-3, -4}}});
    return draws;
}
