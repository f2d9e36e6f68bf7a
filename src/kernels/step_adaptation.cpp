module;
#include <cmath>
#include <string_view>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

step_adaptation::step_adaptation(std::string_view kernel, double step, double target_acceptance)
    : log_step_(portable::log(step)), target_acceptance_(target_acceptance) {
    if (!(step > 0) || !std::isfinite(step))
        throw invalid_argument(fmt::format("{}: step must be positive and finite, got {}", kernel, step));
    if (!(target_acceptance > 0 && target_acceptance < 1))
        throw invalid_argument(fmt::format("{}: target_acceptance must lie between 0 and 1, got {}", kernel, target_acceptance));
}

}  // namespace firefly
