module;
#include <utility>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

elliptical_slice::elliptical_slice(elliptical_settings settings) : settings_(std::move(settings)) {
    check_centre("elliptical_slice", settings_.centre);
}

}  // namespace firefly
