/// Whether the chains agree: the potential scale reduction
///
///     R̂ = √((B/W + n − 1) / n)
///
/// with n draws in a chain, B = n times the variance of the chains' means, W the mean of their variances. Near one when the chains
/// cannot be told apart; above 1.01 they should not be used. At least four chains make it worth much (Vehtari, Gelman, Simpson, Carpenter
/// & Bürkner 2021). Values and cases without an answer as in R's package posterior 1.4.0. Cost: O(S log S) for S draws, for the ranks.
module;

export module firefly.diagnostics:r_hat;

import :scalar_draws;
import :transforms;

namespace firefly {

/// The larger one of R̂ of the rank-normalised split chains, which sees chains in different places, and of the same after folding, which
/// sees chains of different scales. Exists for heavy tails too. NaN when a draw is NaN, when all draws are the same or equally far
/// from the median, and for fewer than four draws in a chain.
export double r_hat(scalar_draws const& draws);

/// Of the draws as they are (Gelman et al. 2013, *Bayesian Data Analysis*, §11.4). NaN as above and for infinite draws; infinite when
/// the chains stand still in different places.
export double r_hat_basic(scalar_draws const& draws, splitting how = splitting::halves);

}  // namespace firefly
