/// The anchor: the maximum of the posterior, by Newton's method, and the curvature there.
///
///     θ ← θ + H⁻¹ g,   g = ∇ log posterior,   H = −∇² log posterior (`expand`)
///
/// Halves the step while the posterior falls. Stops when the squared Newton decrement gᵀH⁻¹g (the distance to the maximum in
/// posterior standard deviations, squared) is below the tolerance: any θ* is exact, a rough one is only slower. Nocedal & Wright
/// 2006, section 3.3. Cost: one pass over the rows a step, O(N K²D²); a handful of steps.
/// Where (KD)² numbers are too many: `find_map_large`.
module;
#include <cmath>
#include <cstddef>
#include <utility>

export module firefly.samplers:anchor;

import firefly.external;
import firefly.core;
import :expansion;

namespace firefly {

export struct newton_settings {
    std::size_t max_steps = 100;
    double tolerance = 1e-8;  // of the squared decrement
};

export struct anchor {
    vector theta;          // θ*
    cholesky precision;    // H there
    double log_posterior;  // up to a constant
    double decrement;      // gᵀH⁻¹g there
    std::size_t passes;    // over the rows
};

[[noreturn]] void no_maximum(std::size_t steps, double decrement);

/// The maximum of the posterior. Throws `numerical_error` when there is none to be found.
export template <Model M>
anchor find_map(M const& model, newton_settings settings = {}) {
    vector theta = zeros(model.dimension());
    quadratic here = expand(model, as_view(theta));
    double decrement = infinity;
    for (std::size_t passes = 1; passes <= settings.max_steps; ++passes) {
        cholesky precision(here.precision());
        vector step = here.gradient();
        precision.solve(as_out(step));
        decrement = dot(as_view(step), as_view(here.gradient()));
        if (decrement < settings.tolerance) return {theta, std::move(precision), here.constant(), decrement, passes};

        vector const start = theta;
        double const least = here.constant() - 1e-12 * std::abs(here.constant());  // a fall within rounding is none
        for (double length = 1; passes <= settings.max_steps; length /= 2, ++passes) {
            theta = start + length * step;
            here = expand(model, as_view(theta));
            if (here.constant() >= least) break;
        }
    }
    no_maximum(settings.max_steps, decrement);
}

}  // namespace firefly
