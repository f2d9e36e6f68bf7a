/// Hamiltonian Monte Carlo with a fixed number of leapfrog steps.
///
///     p ~ N(0, I);   (θ, p) ─ n leapfrog steps of size s' ─► (θ', p')
///     accept with probability min(1, exp(E(θ, p) − E(θ', p'))),   E(θ, p) = −log π(θ) + ½|p|²
///
/// The momentum is whitened by the preconditioner S, which stands for a mass matrix of H = (S Sᵀ)⁻¹: see `leapfrog`.
/// s' = s·(1 + j·v), v uniform on (−1, 1), j the jitter. It is drawn anew for each path whatever θ is, so the density stays
/// invariant. Without it a path can come back to where it started: in a Gaussian whitened by its own H all paths have period 2π
/// (Neal 2011, on ergodicity). There n·s = π/2 is best and longer paths are wasted: hence few leapfrog steps. Without a
/// preconditioner take more, as many as the posterior's largest standard deviation is longer than its smallest.
/// Warm-up drives s to an acceptance of 0.8: above the 0.651 that is optimal for product targets (Beskos et al. 2013), where
/// efficiency is flat and divergences are fewer (Betancourt, Byrne & Girolami 2014).
/// A path that gains more energy than 1000 has left the region where leapfrog is stable. It is refused, as a probability of
/// exp(−1000) = 0 demands, and flagged.
/// Cost: n evaluations with their gradients a step, n·M queries under firefly, n·N under regular MCMC.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

export module firefly.kernels:hamiltonian;

import firefly.external;
import firefly.core;
import :leapfrog;
import :preconditioner;
import :step_adaptation;

namespace firefly {

/// The path, and what warm-up aims at.
export struct hamiltonian_settings {
    double step = 0.5;               // must be positive and finite
    std::size_t leapfrog_steps = 4;  // at least 1
    double jitter = 0.2;             // in [0, 1); 0 draws nothing
    preconditioner shape = {};
    double target_acceptance = 0.8;  // must lie in (0, 1)
};

/// The kernel, for a `DifferentiableDensity`.
export class hamiltonian {
public:
    using state = step_adaptation::state;

    struct info {
        double acceptance;  // the probability with which the end of the path was accepted
        double step;        // before jitter
        bool accepted;
        bool diverging;
    };

    /// Throws `invalid_argument` with the value that cannot be used.
    explicit hamiltonian(hamiltonian_settings settings);

    inline state start() const { return adaptation_.start(); }

    /// Leaves the density invariant for any state; changes nothing but the density's current point.
    template <DifferentiableDensity Target, Random Source>
    inline info step(Target& target, state const& state, Source& random) const {
        constexpr double largest_gain = 1000;
        double const length = state.step();
        double const jittered = settings_.jitter > 0 ? length * (1 + settings_.jitter * (2 * random.uniform() - 1)) : length;
        double const log_ratio = propose_path(target, settings_.shape, jittered, settings_.leapfrog_steps, random);
        bool const diverging = log_ratio < -largest_gain;
        bool const accepted = random.accept(diverging ? -infinity : log_ratio);
        if (accepted) target.commit();
        return {portable::exp(std::min(0.0, log_ratio)), length, accepted, diverging};
    }

    /// Warm-up only.
    inline void adapt(state& state, info const& info, std::uint64_t iteration) const {
        adaptation_.adapt(state, info.acceptance, iteration);
    }

private:
    hamiltonian_settings settings_;
    step_adaptation adaptation_;
};

static_assert(Kernel<hamiltonian, archetype::differentiable_density, archetype::random>);
static_assert(Adaptive<hamiltonian>);

}  // namespace firefly
