/// Elliptical slice sampling (Murray, Adams & MacKay 2010) with the Laplace approximation N(θ*, H⁻¹) as base.
///
///     ν ~ N(0, H⁻¹);   θ(φ) = θ* + (θ − θ*) cos φ + ν sin φ
///     f = log π + ½‖θ − θ*‖²_H: what the base leaves over;   level = f(θ) − e,  e exponential
///     φ uniform on a full turn, cut back towards 0 at every point below the level, until one is above
///
/// No step size and no rejection. Whatever is not Gaussian, a Laplace prior or a bright factor, is in f. (The pseudo-prior would make a
/// poor base: it is narrower than the posterior.) Any θ* and H are exact.
/// Cost: some 3 evaluations per step, M queries each under firefly, N under regular MCMC; after the first, O(M) each where the density
/// is cheap on a plane.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

export module firefly.kernels:elliptical_slice;

import firefly.external;
import firefly.core;
import :preconditioner;

namespace firefly {

/// The Gaussian that ellipses are drawn from.
export struct elliptical_settings {
    vector centre;         // θ*
    preconditioner shape;  // of H
};

/// The kernel, for any `Density`; faster on a `PlaneDensity`.
export class elliptical_slice {
public:
    struct state {
        friend bool operator==(state const&, state const&) = default;
    };

    struct info {
        double acceptance;          // 1: a slice always ends at a new point
        double step;                // 0: there is none
        std::uint64_t evaluations;  // until the step ended
    };

    /// Throws `invalid_argument` for a centre that is not finite.
    explicit elliptical_slice(elliptical_settings settings);

    inline state start() const { return {}; }

    /// Leaves the density invariant; changes nothing but its current point.
    template <Density Target, Random Source>
    inline info step(Target& target, state const&, Source& random) const {
        vector_view const theta = as_view(target.current().theta);
        vector_out const from = target.scratch(0), white_from = target.scratch(1);
        vector_out const noise = target.scratch(2), white_noise = target.scratch(3);
        for (std::size_t i = 0; i < theta.size(); ++i) white_from[i] = from[i] = theta[i] - settings_.centre(i);
        settings_.shape.apply_inverse(white_from);
        random.normals(white_noise);
        std::ranges::copy(white_noise, noise.begin());
        settings_.shape.apply(noise);

        double const square = dot(white_from, white_from), mixed = dot(white_from, white_noise);
        double const noise_square = dot(white_noise, white_noise);
        if constexpr (PlaneDensity<Target>) target.open_plane(as_view(settings_.centre), from, noise);
        auto const left_over = [&](double angle) {
            double const x = portable::cos(angle), y = portable::sin(angle);
            return log_density_at(target, from, noise, x, y) + (x * x * square + 2 * x * y * mixed + y * y * noise_square) / 2;
        };

        double const level = target.current().log_density + square / 2 - random.exponential();
        double angle = 2 * std::numbers::pi * random.uniform(), low = angle - 2 * std::numbers::pi, high = angle;
        for (std::uint64_t evaluations = 1;; ++evaluations) {
            if (left_over(angle) >= level) {
                target.commit();
                return {1, 0, evaluations};
            }
            (angle < 0 ? low : high) = angle;
            angle = low + (high - low) * random.uniform();
            // Shrunk to θ itself, which lies on its slice but may be evaluated a rounding below it: stay.
            if (high - low < 1e-14) return {1, 0, evaluations};
        }
    }

private:
    /// At θ* + x (θ − θ*) + y ν.
    template <Density Target>
    inline double log_density_at(Target& target, vector_view from, vector_view noise, double x, double y) const {
        if constexpr (PlaneDensity<Target>)
            return target.on_plane(x, y);
        else {
            vector_out const point = target.scratch(4);
            for (std::size_t i = 0; i < point.size(); ++i) point[i] = settings_.centre(i) + x * from[i] + y * noise[i];
            return target.evaluate(point);
        }
    }

    elliptical_settings settings_;
};

static_assert(Kernel<elliptical_slice, archetype::density, archetype::random>);
static_assert(Kernel<elliptical_slice, archetype::plane_density, archetype::random>);

}  // namespace firefly
