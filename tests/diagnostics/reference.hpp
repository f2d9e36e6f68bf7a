/// Reads the files that reference/make_reference.R writes.
#pragma once

#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "support/reference_file.hpp"

namespace reference {

/// The fields of each line of a file in tests/diagnostics/reference.
inline std::vector<std::vector<std::string>> lines(std::string const& file) {
    std::ifstream in = firefly::testing::reference_file("diagnostics/reference/" + file);
    std::vector<std::vector<std::string>> result;
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        auto& row = result.emplace_back();
        for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
    }
    return result;
}

/// R's NA is NaN here.
inline double number(std::string const& field) {
    return field == "NA" ? std::numeric_limits<double>::quiet_NaN() : std::stod(field);
}

/// NaN agrees with NaN, an infinity with itself, and numbers to the relative tolerance.
inline bool agree(double value, double expected, double tolerance) {
    if (std::isnan(expected)) return std::isnan(value);
    return value == expected || std::abs(value - expected) <= tolerance * std::abs(expected);
}

}  // namespace reference
