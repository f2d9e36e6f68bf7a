/// Streams of draws from a posterior with nothing to choose.
///
///     for (auto const& draw : sample(model) | std::views::drop_while(&draw::warm_up) | std::views::take(1000)) …
///
/// Set-up (the maximum, the bound, pilot runs) begins when the first draw is asked for.
module;
#include <coroutine>
#include <memory>
#include <utility>

export module firefly.planning:sample;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.dynamic;
import firefly.models;
import firefly.samplers;
import :choices;
import :planned_model;

namespace firefly {

stream<draw> sample_planned(std::shared_ptr<planned_model const> model, chain_options options, choices wanted);

/// By the method that suits, or by what is chosen.
export template <BoundedModel M>
stream<draw> sample(M model, chain_options options = {}, choices wanted = {}) {
    return sample_planned(planned(std::move(model)), options, wanted);
}

/// The same from the parts of a posterior.
export template <RowSource Rows, Likelihood L, Prior P>
    requires BoundedModel<posterior<L, P, Rows>>
stream<draw> sample(Rows rows, L likelihood, P prior, chain_options options = {}, choices wanted = {}) {
    posterior model(std::move(likelihood), std::move(prior), std::move(rows));
    for (draw const& drawn : sample(std::move(model), options, wanted)) co_yield drawn;
}

/// Always by Firefly Monte Carlo.
export template <BoundedModel M>
stream<draw> firefly_chain(M model, chain_options options = {}) {
    return sample(std::move(model), options, {.algorithm = algorithm_kind::firefly});
}

/// Always by regular MCMC: elliptical slices on all data.
export template <BoundedModel M>
stream<draw> regular_chain(M model, chain_options options = {}) {
    return sample(std::move(model), options, {.algorithm = algorithm_kind::regular});
}

}  // namespace firefly
