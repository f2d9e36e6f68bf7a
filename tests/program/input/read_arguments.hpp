/// Command lines of `firefly`, read. Brings imports with it: include it after every other header.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;

using strings = std::vector<std::string>;

template <class Options>
Options read(strings arguments) {
    return std::get<Options>(firefly::program::read_command_line(std::move(arguments), 3).value());
}

/// `sample` with data and target, and what is given.
inline firefly::program::sample_options read_sample(strings const& more = {}) {
    strings arguments{"sample", "--data", "wells.csv", "--target", "switched"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return read<firefly::program::sample_options>(arguments);
}

inline std::string refusal_of(strings const& more) {
    return complaint<firefly::invalid_argument>([&] { read_sample(more); });
}
