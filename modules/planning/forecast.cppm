/// What a run will cost, before it starts.
///
///     expected bright data M = ½ [tr(H⁻¹A) − D],   relaxation of even functionals ≈ λ_max(H⁻¹A) sweeps,   q ≈ M/N
///
/// H is the posterior's precision at the anchor, A the pseudo-prior's. Both grow with N alike, so that M does not depend on N for a
/// fixed design. First order, and for a bound that touches at this anchor: trust it from a few hundred data on. Data without a bound
/// (`ExemptingBound`) are in neither and always bright: they are counted besides. Where the precision is that of a pilot's draws, M includes half of
/// what they vary more than H says. Cost: O(D³), less where groups leave zeros in both.
module;
#include <algorithm>
#include <cstddef>

export module firefly.planning:forecast;

import firefly.external;
import firefly.core;
import firefly.samplers;

namespace firefly {

/// What to expect of an iteration.
export struct forecast {
    double bright;      // expected number of bright data
    double relaxation;  // sweeps that an even functional takes to forget, if every sweep redrew z
    double q;           // a good uniform proposal probability for `implicit_update`
};

/// tr(H⁻¹A) − D and the largest eigenvalue of H⁻¹A, A the precision of a form.
struct precision_ratio {
    double excess, largest;
};
precision_ratio compare_precisions(cholesky const& h, quadratic const& form);

/// For a chain in one region of the bound.
export template <Model M, Bound B>
forecast predict_cost(joint<M, B> const& target, anchor const& at, std::size_t region = 0) {
    auto const [excess, largest] = compare_precisions(at.precision, target.pseudo_prior(region));
    double bright = std::max(0.0, excess / 2);
    if constexpr (ExemptingBound<B>) bright += static_cast<double>(target.bound().exempt(region).size());
    double const size = static_cast<double>(target.model().rows().rows());
    // At least one proposal in ten sweeps: with fewer a datum that ought to be bright would wait for ever.
    return {bright, largest, std::clamp(bright / size, 0.1 / size, 0.5)};
}

}  // namespace firefly
