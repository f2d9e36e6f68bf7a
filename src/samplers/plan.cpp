module;
#include <cstddef>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

vector laplace_draw(anchor const& at, chain_options const& options) {
    vector theta = zeros(at.theta.size());
    // Iteration 1 of this purpose: iteration 0 is for the first z.
    random_source({options.seed, options.chain, purpose::start, 1}).normals(as_out(theta));
    at.precision.solve_upper(as_out(theta));
    return theta + at.theta;
}

}  // namespace firefly
