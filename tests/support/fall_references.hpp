/// ψ and its slope in long arithmetic, for likelihoods of one predictor.
#pragma once

#include <string_view>

namespace firefly::testing {

struct fall_reference {
    std::string_view family;
    double first_setting, second_setting, target, eta, delta, fall, slope;
};

/// 400-digit values by mpmath 1.4.1: see tests/models/families.py.
inline constexpr fall_reference fall_references[] = {
#include "models/families.inc"
};

}  // namespace firefly::testing
