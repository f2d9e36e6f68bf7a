/// Regular MCMC on the full posterior, with the same kernels: the control.
module;
#include <memory>
#include <utility>

export module firefly.samplers:regular_chain;

import firefly.external;
import firefly.core;
import firefly.data;
import :chain;
import :regular_density;

namespace firefly {

/// A chain on a density that stands at its start.
export template <Density Target, class K>
auto start_regular_chain(Target density, K kernel, chain_options options) {
    static_assert(Kernel<K, Target, random_source>,
                  "the kernel of this chain is no Kernel for its density; the notes say what it lacks");
    return std::make_shared<chain<Target, K, no_update>>(std::move(density), std::move(kernel), no_update{}, options);
}

/// A chain that can be saved: `draws` makes it a stream. A member of a team makes its passes alone.
export template <Model M, class K>
auto make_regular_chain(M const& model, K kernel, chain_options options, vector_view start) {
    return start_regular_chain(regular_density(alone(model), start), std::move(kernel), options);
}

/// A stream of draws of θ, warm-up first.
export template <Model M, class K>
stream<draw> regular_chain(M const& model, K kernel, chain_options options, vector_view start) {
    return draws(make_regular_chain(model, std::move(kernel), options, start));
}

}  // namespace firefly
