module;
#include <cmath>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

void check_adjustment(double offset, double weight) {
    if (!std::isfinite(offset))
        throw invalid_argument(fmt::format("adjusted: an offset must be finite, got {}; exposures must be positive", offset));
    if (!(weight >= 0) || !std::isfinite(weight))
        throw invalid_argument(fmt::format("adjusted: a weight must be finite and not negative, got {}", weight));
}

}  // namespace firefly
