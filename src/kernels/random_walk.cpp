module;
#include <utility>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

random_walk::random_walk(random_walk_settings settings)
    : settings_(std::move(settings)), adaptation_("random_walk", settings_.step, settings_.target_acceptance) {}

}  // namespace firefly
