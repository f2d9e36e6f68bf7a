module;
#include <cmath>
#include <cstddef>

module firefly.bounds;

import firefly.external;
import firefly.core;

namespace firefly {

void wrong_softmax_anchor(char const* bound, std::size_t size, std::size_t dimension) {
    throw invalid_argument(fmt::format("{}: the anchor has {} numbers but the model has {} parameters", bound, size, dimension));
}

void check_lift(char const* bound, double lift) {
    if (!std::isfinite(lift))
        throw invalid_argument(fmt::format("{}: the lift of a datum's class must be finite, got {}", bound, lift));
}

}  // namespace firefly
