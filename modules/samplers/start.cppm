/// Where chains start. Each chain has its own point: chains that start apart and end together are what R-hat believes.
///
/// From the prior, as in the paper: nearly all data are bright there, and burn-in is expensive. From the Laplace approximation N(θ*, H⁻¹): where
/// the posterior is. A point of the user's own needs no function.
module;
#include <cstddef>
#include <cstdint>

export module firefly.samplers:start;

import firefly.external;
import firefly.core;
import :anchor;
import :chain;

namespace firefly {

/// The chain's source for its start. Iteration 1 of this purpose: iteration 0 is for the first z.
inline random_source start_source(chain_options const& options) {
    return random_source({options.seed, options.chain, purpose::start, 1});
}

/// A draw from N(θ*, H⁻¹), another for each chain.
export inline vector laplace_draw(anchor const& at, chain_options const& options) {
    vector theta = zeros(at.theta.size());
    start_source(options).normals(as_out(theta));
    at.precision.solve_upper(as_out(theta));
    return theta + at.theta;
}

/// The same for a prior that is zero in places: from there half the way to the maximum, until it is not.
export template <Model M>
vector laplace_draw(M const& model, anchor const& at, chain_options const& options) {
    vector theta = laplace_draw(at, options);
    for (int halvings = 0; halvings < 60 && !is_possible(model.prior(), as_view(theta)); ++halvings)
        theta = vector(0.5 * (theta + at.theta));
    return theta;
}

/// A draw from the prior, another for each chain.
export template <Model M>
vector prior_draw(M const& model, chain_options const& options) {
    vector theta = zeros(model.dimension());
    auto random = start_source(options);
    model.prior().draw(random, as_out(theta));
    return theta;
}

}  // namespace firefly
