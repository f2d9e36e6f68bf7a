/// The anchor where K·D is large: Newton's method with conjugate gradients, which never writes the curvature H down.
///
///     solve H s = g roughly by conjugate gradients, preconditioned by the diagonal of H;   θ ← θ + s
///
/// A step is solved to √‖g‖ of its residual (at most one half): rough far from the maximum, where precision would be wasted, and so
/// that it converges faster than linearly near it. Stops when g·s, which is the squared Newton decrement to that precision, is below
/// the tolerance. A direction in which the posterior curves upwards ends the solve with what there is. Nocedal & Wright 2006,
/// algorithm 7.1. Cost: one pass over the rows for each gradient and each product H v, O(NK(D + K)) a pass; memory O(KD).
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

export module firefly.samplers:newton_cg;

import firefly.external;
import firefly.core;
import :expansion;

namespace firefly {

export struct newton_cg_settings {
    std::size_t max_passes = 1000;
    double tolerance = 1e-8;  // of the squared decrement
};

export struct large_anchor {
    vector theta;          // θ*
    double log_posterior;  // up to a constant
    double gradient_norm;  // ‖g‖ there
    double decrement;      // about gᵀH⁻¹g there
    std::size_t passes;    // over the rows
};

[[noreturn]] void no_large_maximum(std::size_t passes, double decrement);

/// About H⁻¹ g by conjugate gradients. `multiply(v)` is H v, `scale` about its diagonal and positive; `passes` counts the products,
/// up to `most`.
template <class Multiply>
vector solve_by_conjugate_gradients(vector const& g, vector const& scale, Multiply const& multiply, std::size_t& passes,
                                    std::size_t most) {
    auto const inner = [](vector const& a, vector const& b) { return dot(as_view(a), as_view(b)); };
    vector solution = zeros(g.size()), residual = g, scaled = residual / scale, direction = scaled;
    double square = inner(residual, scaled);
    // In the norm of the preconditioner, which does not change with the units of the features.
    double const enough = square * std::min(0.25, std::sqrt(square));
    // As many products as there are parameters would solve exactly.
    for (std::size_t i = 0; i < g.size() && passes < most && square > enough; ++i, ++passes) {
        vector const product = multiply(direction);
        double const curvature = inner(direction, product);
        if (!(curvature > 0)) return i == 0 ? direction : solution;
        double const length = square / curvature;
        solution += length * direction;
        residual -= length * product;
        scaled = residual / scale;
        double const before = std::exchange(square, inner(residual, scaled));
        direction = scaled + square / before * direction;
    }
    return solution;
}

/// The diagonal of H as a scale: where it is not positive, 1 must do.
inline vector preconditioner_of(vector curvature) {
    for (double& h : curvature)
        if (!(h > 0)) h = 1;
    return curvature;
}

/// The maximum of the posterior. Throws `numerical_error` when there is none to be found.
export template <Model M>
large_anchor find_map_large(M const& model, newton_cg_settings settings = {}) {
    vector theta = zeros(model.dimension());
    local_slope here = slope_of(model, as_view(theta));
    double decrement = infinity;
    for (std::size_t passes = 1; passes < settings.max_passes;) {
        vector const step = solve_by_conjugate_gradients(
            here.gradient, preconditioner_of(here.curvature),
            [&](vector const& v) { return multiply_curvature(model, as_view(theta), as_view(v)); }, passes, settings.max_passes);
        decrement = dot(as_view(step), as_view(here.gradient));
        if (decrement < settings.tolerance) {
            double const norm = std::sqrt(dot(as_view(here.gradient), as_view(here.gradient)));
            return {std::move(theta), here.value, norm, decrement, passes};
        }

        vector const start = theta;
        double const least = here.value - 1e-12 * std::abs(here.value);  // a fall within rounding is none
        for (double length = 1; passes < settings.max_passes; length /= 2) {
            theta = start + length * step;
            here = slope_of(model, as_view(theta));
            ++passes;
            if (here.value >= least) break;
        }
    }
    no_large_maximum(settings.max_passes, decrement);
}

}  // namespace firefly
