/// What rank-normalised diagnostics do to draws before they look at them (Vehtari, Gelman, Simpson, Carpenter & Bürkner 2021,
/// "Rank-normalization, folding, and localization: an improved R̂ for assessing convergence of MCMC", §4).
module;
#include <limits>

export module firefly.diagnostics:transforms;

import :scalar_draws;

namespace firefly {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Whether `ess_basic` and `r_hat_basic` cut chains in halves, which shows a trend within a chain as a difference between two.
export enum class splitting { halves, none };

/// Twice as many chains of half the length, first halves before second halves. The middle draw of an odd length is left out. Chains
/// of one draw stay as they are.
export scalar_draws split_chains(scalar_draws const& draws);

export inline scalar_draws split_chains(scalar_draws const& draws, splitting how) {
    return how == splitting::halves ? split_chains(draws) : draws;
}

/// Each draw becomes the normal score of its rank among all S draws of all chains, ties sharing their average rank:
///
///     z = Φ⁻¹((r − 3/8) / (S + 1/4))                                         (Blom 1958)
///
/// Infinite draws have ranks too. One NaN makes every draw NaN, since nothing can be ranked against it. O(S log S).
export scalar_draws rank_normalised(scalar_draws const& draws);

/// |x − median|: large in both tails, so that chains of the same mean and another scale become chains of another mean.
export scalar_draws folded(scalar_draws const& draws);

/// Whether there is anything to diagnose: all draws finite and not all the same. The tolerance is posterior's, absolute and equal to
/// the machine epsilon.
bool vary(scalar_draws const& draws);

}  // namespace firefly
