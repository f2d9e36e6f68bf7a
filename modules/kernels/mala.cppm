/// The Metropolis-adjusted Langevin algorithm.
///
///     θ' = θ + ½ s² S Sᵀ∇(θ) + s S ε,  ε ~ N(0, I)
///     accept with probability min(1, π(θ')/π(θ) · q(θ | θ')/q(θ' | θ)),   q(θ | θ')/q(θ' | θ) = exp(½|ε|² − ½|ε'|²)
///
/// s is the step, S the preconditioner (S Sᵀ = H⁻¹, or the identity), ∇ the gradient of log π, and
/// ε' = −ε − ½ s Sᵀ(∇(θ) + ∇(θ')) the noise that would lead back. That is one leapfrog step with momentum ε, which arrives with
/// momentum −ε': the code is the same.
/// Warm-up drives s to an acceptance of 0.574 (Roberts & Rosenthal 1998: optimal for product targets as D → ∞).
/// Reference: Roberts & Tweedie 1996.
/// Cost: one evaluation with its gradient a step, M queries under firefly, N under regular MCMC; the current gradient is free.
module;
#include <algorithm>
#include <cmath>
#include <cstdint>

export module firefly.kernels:mala;

import firefly.external;
import firefly.core;
import :leapfrog;
import :preconditioner;
import :step_adaptation;

namespace firefly {

/// The step, and what warm-up aims at.
export struct mala_settings {
    double step = 1.0;  // must be positive and finite
    preconditioner shape = {};
    double target_acceptance = 0.574;  // must lie in (0, 1)
};

/// The kernel, for a `DifferentiableDensity`.
export class mala {
public:
    using state = step_adaptation::state;

    struct info {
        double acceptance;  // the probability with which the proposal was accepted
        double step;
        bool accepted;
    };

    /// Throws `invalid_argument` with the value that cannot be used.
    explicit mala(mala_settings settings);

    inline state start() const { return adaptation_.start(); }

    /// Leaves the density invariant for any state; changes nothing but the density's current point.
    template <DifferentiableDensity Target, Random Source>
    inline info step(Target& target, state const& state, Source& random) const {
        double const length = state.step();
        double const log_ratio = propose_path(target, settings_.shape, length, 1, random);
        bool const accepted = random.accept(log_ratio);
        if (accepted) target.commit();
        return {portable::exp(std::min(0.0, log_ratio)), length, accepted};
    }

    /// Warm-up only.
    inline void adapt(state& state, info const& info, std::uint64_t iteration) const {
        adaptation_.adapt(state, info.acceptance, iteration);
    }

private:
    mala_settings settings_;
    step_adaptation adaptation_;
};

static_assert(Kernel<mala, archetype::differentiable_density, archetype::random>);
static_assert(Adaptive<mala>);

}  // namespace firefly
