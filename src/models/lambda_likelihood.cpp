module;
#include <cmath>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

void check_log_likelihood(double target, jet<double> const& at_zero, interval curvature) {
    if (!std::isfinite(at_zero.value) || !std::isfinite(at_zero.first) || !std::isfinite(at_zero.second))
        throw invalid_argument(fmt::format(
            "likelihood_from: the log likelihood of target {}, or one of its derivatives, is not finite at a predictor of 0",
            target));
    if (!curvature.is_bounded())
        throw invalid_argument(
            fmt::format("likelihood_from: the second derivative of the log likelihood of target {} has no bound near a "
                        "predictor of 0; write it without kinks and poles",
                        target));
}

}  // namespace firefly
