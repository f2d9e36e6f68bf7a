module;
#include <cmath>

module firefly.bounds;

import firefly.external;
import firefly.core;

namespace firefly {

void check_lift(bound_name const& name, double lift) {
    if (!std::isfinite(lift))
        throw invalid_argument(fmt::format("{}: the lift of a datum's class must be finite, got {}", name.type, lift));
}

}  // namespace firefly
