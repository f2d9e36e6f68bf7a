module;
#include <cmath>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

void check_positive(char const* family, char const* setting, double value) {
    if (!(value > 0) || !std::isfinite(value))
        throw invalid_argument(fmt::format("{}: {} must be positive and finite, got {}", family, setting, value));
}

void check_scale(char const* family, double value) {
    check_positive(family, "scale", value);
    constexpr double least = 1e-18, most = 1e18;
    if (value < least || value > most)
        throw invalid_argument(fmt::format("{}: scale must be between {} and {}, got {}; give the target in another unit", family,
                                           least, most, value));
}

void check_finite(char const* family, double target) {
    if (!std::isfinite(target))
        throw invalid_argument(fmt::format("{}: a target must be finite, got {}; remove the row or fill the cell", family, target));
}

bool is_count(double number) {
    constexpr double most = 1e15;  // beyond it a double does not tell two counts apart
    return number >= 0 && number <= most && number == std::floor(number);
}

void check_count(char const* family, double target) {
    if (!is_count(target)) throw invalid_argument(fmt::format("{}: a target must be a count (0, 1, 2, …), got {}", family, target));
}

void check_class(char const* family, double target) {
    if (target != 0 && target != 1)
        throw invalid_argument(fmt::format("{}: a target must be 0 or 1, got {}; code the two classes as 0 and 1", family, target));
}

}  // namespace firefly
