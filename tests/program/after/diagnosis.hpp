/// What is found in draws, in words. Brings imports with it: include it after every other header.
#pragma once

#include <string>

#include <doctest/doctest.h>

#include "support/made_draws.hpp"

import firefly;
import firefly.program.output;
import firefly.program.after;

inline std::string diagnosis(firefly::stored_draws const& draws) {
    using namespace firefly::program;
    return in_words(find_problems(draws, summarise_with_contrasts(draws)));
}

inline bool says(firefly::stored_draws const& draws, std::string const& words) {
    auto const text = diagnosis(draws);
    CAPTURE(text);
    bool const found = text.find(words) != std::string::npos;
    CHECK(found);
    return found;
}

/// As another program's files: without what firefly says of its runs.
inline firefly::stored_draws of_others() {
    auto draws = made_draws();
    draws.facts.clear();
    draws.parameters[0].dimensions = {"theta_dim_0"};
    return draws;
}
