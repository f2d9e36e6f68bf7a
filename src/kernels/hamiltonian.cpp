module;
#include <utility>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

hamiltonian::hamiltonian(hamiltonian_settings settings)
    : settings_(std::move(settings)), adaptation_("hamiltonian", settings_.step, settings_.target_acceptance) {
    if (settings_.leapfrog_steps == 0) throw invalid_argument("hamiltonian: leapfrog_steps must be at least 1, got 0");
    if (!(settings_.jitter >= 0 && settings_.jitter < 1))
        throw invalid_argument(fmt::format("hamiltonian: jitter must lie in [0, 1), got {}", settings_.jitter));
}

}  // namespace firefly
