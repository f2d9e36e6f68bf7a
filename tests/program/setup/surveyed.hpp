/// Models that are set up from a table of numbers. Brings imports with it: include it after every other header.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

#include "support/made_draws.hpp"

import firefly.program.input;
import firefly.program.setup;

using strings = std::vector<std::string>;

/// A table by rows; the first column is the target y, the others are a, b, … There is no intercept, so that columns stay as they are.
inline firefly::program::model_setup set_up_table(
    std::vector<std::vector<double>> const& rows,
    std::function<void(firefly::program::sample_options&)> const& change = [](auto&) {}) {
    std::string text = "y";
    for (std::size_t j = 1; j < rows.front().size(); ++j) text += std::string(",") + static_cast<char>('a' + j - 1);
    for (auto const& row : rows) {
        std::string line;
        for (double const x : row) {
            char digits[32];
            std::snprintf(digits, sizeof digits, "%.17g", x);
            line += (line.empty() ? "" : ",") + std::string(digits);
        }
        text += "\n" + line;
    }
    temporary_directory const directory;
    firefly::program::sample_options options;
    options.data = directory.write("table.csv", text + "\n").string();
    options.target = "y";
    options.no_intercept = true;
    change(options);
    captured const output(stdout);
    firefly::program::processes const alone;
    return firefly::program::set_up_model(options, alone);
}

/// Targets of 0 and 1 with an even chance, whatever the columns are, which are standard normal.
inline std::vector<std::vector<double>> coin_tosses(std::size_t rows, std::size_t columns, std::uint64_t seed = 1) {
    made_normals normal(seed);
    std::vector<std::vector<double>> result;
    for (std::size_t i = 0; i < rows; ++i) {
        auto& row = result.emplace_back(1, normal() > 0 ? 1.0 : 0.0);
        for (std::size_t j = 0; j < columns; ++j) row.push_back(normal());
    }
    return result;
}
