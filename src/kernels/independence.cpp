module;
#include <cmath>
#include <cstddef>
#include <utility>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

independence::independence(independence_settings settings) : settings_(std::move(settings)) {
    if (settings_.batch == 0) throw invalid_argument("independence: batch must be at least 1");
    check_centre("independence", settings_.centre);
}

}  // namespace firefly
