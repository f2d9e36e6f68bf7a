module;
#include <cmath>
#include <utility>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

random_walk::random_walk(random_walk_settings settings) : settings_(std::move(settings)) {
    if (!(settings_.step > 0) || !std::isfinite(settings_.step))
        throw invalid_argument(fmt::format("random_walk: step must be positive and finite, got {}", settings_.step));
    if (!(settings_.target_acceptance > 0 && settings_.target_acceptance < 1))
        throw invalid_argument(
            fmt::format("random_walk: target_acceptance must lie between 0 and 1, got {}", settings_.target_acceptance));
}

}  // namespace firefly
