module;
#include <cmath>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

void check_weight(char const* likelihood, double weight) {
    if (!(weight >= 0) || !std::isfinite(weight))
        throw invalid_argument(fmt::format("{}: a weight must be finite and not negative, got {}", likelihood, weight));
}

void check_adjustment(double offset, double weight) {
    if (!std::isfinite(offset))
        throw invalid_argument(fmt::format("adjusted: an offset must be finite, got {}; exposures must be positive", offset));
    check_weight("adjusted", weight);
}

}  // namespace firefly
