/// The leapfrog integrator: what MALA and Hamiltonian Monte Carlo share, and what a kernel of your own may build on.
///
///     p ← p + ½ s Sᵀ∇(θ),      θ ← θ + s S p,      p ← p + ½ s Sᵀ∇(θ)
///
/// ∇ is the gradient of log π, s the step, S the preconditioner. The momentum p is whitened: with x = S⁻¹θ these are Hamilton's
/// equations for the energy −log π(Sx) + ½|p|², that is, a mass matrix of H = (S Sᵀ)⁻¹ for θ. So p is standard normal and S⁻¹ is
/// never needed. The map is reversible (negate p, and it leads back) and keeps volume, so that Metropolis' rule needs nothing but
/// the energies at both ends (Duane, Kennedy, Pendleton & Roweth 1987; Neal 2011).
/// Cost: one evaluation with its gradient a step.
module;
#include <cmath>
#include <cstddef>

export module firefly.kernels:leapfrog;

import firefly.external;
import firefly.core;
import :preconditioner;

namespace firefly {

/// A point of phase space, in vectors that the caller owns.
export struct phase_point {
    vector_out position;  // θ
    vector_out momentum;  // p, whitened
    vector_out force;     // Sᵀ∇ at θ
};

/// So many leapfrog steps. Gives log π at the end and leaves the density there, ready to commit.
/// −∞ as soon as a point has density zero: no gradient leads on from there. The way back meets the same point, so that refusing
/// such paths treats both directions alike.
export template <DifferentiableDensity Target>
inline double leapfrog(Target& target, preconditioner const& shape, double step, std::size_t steps, phase_point const& at,
                       vector_out velocity) {
    double log_density = -infinity;
    for (std::size_t n = 0; n < steps; ++n) {
        for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] = at.momentum[i] += step / 2 * at.force[i];
        shape.apply(velocity);
        for (std::size_t i = 0; i < velocity.size(); ++i) at.position[i] += step * velocity[i];

        log_density = target.evaluate(at.position, at.force);
        if (log_density == -infinity) break;
        shape.apply_transposed(at.force);
        for (std::size_t i = 0; i < velocity.size(); ++i) at.momentum[i] += step / 2 * at.force[i];
    }
    return log_density;
}

/// Gives the density's current point a fresh momentum and follows the path: the log of Metropolis' ratio for its end, which is the
/// energy lost on the way. −∞ where the energy is not a number.
export template <DifferentiableDensity Target, Random Source>
inline double propose_path(Target& target, preconditioner const& shape, double step, std::size_t steps, Source& random) {
    phase_point const at{target.scratch(0), target.scratch(1), target.scratch(2)};
    random.normals(at.momentum);
    target.gradient(at.force);
    shape.apply_transposed(at.force);
    vector_view const theta = as_view(target.current().theta);  // after `gradient`, which may have to evaluate and commit
    for (std::size_t i = 0; i < theta.size(); ++i) at.position[i] = theta[i];

    double const energy = dot(at.momentum, at.momentum) / 2 - target.current().log_density;
    double const log_density = leapfrog(target, shape, step, steps, at, target.scratch(3));
    double const log_ratio = energy - (dot(at.momentum, at.momentum) / 2 - log_density);
    return std::isfinite(log_ratio) ? log_ratio : -infinity;
}

}  // namespace firefly
