module;
#include <cmath>
#include <optional>

module firefly.program.setup;

import firefly.external;
import firefly;
import firefly.program.input;
import :noise_pose;

namespace firefly::program {

void check_scatter(target_moments const& target) {
    constexpr double farthest = 2e7;  // the curvature has the square of it, which doubles still tell from that plus one
    double const scatter = target.deviation();
    if (!(scatter > 0) || std::abs(target.mean) <= farthest * scatter) return;
    throw invalid_argument(
        fmt::format("the target lies around {:.6g} and scatters by {:.3g} only: a noise scale cannot be sampled so far from zero; "
                    "subtract {:.6g} from the target",
                    target.mean, scatter, target.mean));
}

sample_options scaled_by(target_moments const& target, sample_options options) {
    constexpr double times = 2.5;
    // Targets that are all the same have a deviation of zero, and noise where no intercept explains them.
    double const wide = times * target.root_mean_square(), spread = target.deviation() > 0 ? times * target.deviation() : wide;
    bool const own_intercept = options.intercept_by_target && options.has_intercept();
    if (options.prior_by_target) options.prior_scale = spread;
    if (own_intercept) options.intercept_scale = wide;
    if (options.prior_by_target)
        say(fmt::format("Prior scale: {:.6g}, 2.5 standard deviations of the target{}.\n", spread,
                        own_intercept ? fmt::format("; {:.6g} for the intercept, 2.5 times its root mean square", wide) : ""));
    say(fmt::format("Noise scale: sampled as sigma, with a half-Cauchy prior of scale {:.6g}{}.\n",
                    options.noise_prior_scale.value_or(spread),
                    options.noise_prior_scale ? "" : ", 2.5 standard deviations of the target"));
    if (!options.noise_prior_scale) options.noise_prior_scale = spread;
    return options;
}

}  // namespace firefly::program
