module;
#include <cmath>
#include <utility>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

slice::slice(slice_settings settings) : settings_(std::move(settings)) {
    if (!(settings_.width > 0) || !std::isfinite(settings_.width))
        throw invalid_argument(fmt::format("slice: width must be positive and finite, got {}", settings_.width));
    if (settings_.most_widths == 0) throw invalid_argument("slice: most_widths must be at least 1, got 0");
}

}  // namespace firefly
