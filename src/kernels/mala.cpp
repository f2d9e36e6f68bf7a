module;
#include <utility>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

mala::mala(mala_settings settings)
    : settings_(std::move(settings)), adaptation_("mala", settings_.step, settings_.target_acceptance) {}

}  // namespace firefly
