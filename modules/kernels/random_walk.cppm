/// Random-walk Metropolis.
///
///     θ' = θ + s·S ε,  ε ~ N(0, I);      accept with probability min(1, π(θ')/π(θ))
///
/// s is the step, S the preconditioner (S Sᵀ = H⁻¹, or the identity as in Maclaurin & Adams 2014, section 4.1).
/// Warm-up drives s to an acceptance of 0.234 (Roberts, Gelman & Gilks 1997: optimal for product targets as D → ∞; with bright
/// factors the best step is about 0.6 of theirs, which the adaptation finds by itself).
/// Cost: one evaluation of the density a step, M queries under firefly, N under regular MCMC.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

export module firefly.kernels:random_walk;

import firefly.external;
import firefly.core;
import :preconditioner;
import :step_adaptation;

namespace firefly {

/// The step, and what warm-up aims at.
export struct random_walk_settings {
    double step = 1.0;  // must be positive and finite
    preconditioner shape = {};
    double target_acceptance = 0.234;  // must lie in (0, 1)
};

/// The kernel, for any `Density`.
export class random_walk {
public:
    using state = step_adaptation::state;

    struct info {
        double acceptance;  // the probability with which the proposal was accepted
        double step;
        bool accepted;
    };

    /// Throws `invalid_argument` with the value that cannot be used.
    explicit random_walk(random_walk_settings settings);

    inline state start() const { return adaptation_.start(); }

    /// Leaves the density invariant for any state; changes nothing but the density's current point.
    template <Density Target, Random Source>
    inline info step(Target& target, state const& state, Source& random) const {
        vector_out const proposal = target.scratch(0);
        random.normals(proposal);
        settings_.shape.apply(proposal);
        double const length = state.step();
        vector_view const theta = as_view(target.current().theta);
        for (std::size_t i = 0; i < proposal.size(); ++i) proposal[i] = theta[i] + length * proposal[i];

        double const log_ratio = target.evaluate(proposal) - target.current().log_density;
        bool const accepted = random.accept(log_ratio);
        if (accepted) target.commit();
        return {portable::exp(std::min(0.0, log_ratio)), length, accepted};
    }

    /// Warm-up only.
    inline void adapt(state& state, info const& info, std::uint64_t iteration) const {
        adaptation_.adapt(state, info.acceptance, iteration);
    }

private:
    random_walk_settings settings_;
    step_adaptation adaptation_;
};

static_assert(Kernel<random_walk, archetype::density, archetype::random>);
static_assert(Adaptive<random_walk>);

}  // namespace firefly
