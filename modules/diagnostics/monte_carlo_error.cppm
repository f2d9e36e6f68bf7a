/// Standard errors of what is estimated from draws, as R's package posterior 1.4.0 computes them (Vehtari, Gelman, Simpson, Carpenter &
/// Bürkner 2021, §4). NaN where the effective sample size that they need is. Cost: O(S log S) for S draws.
module;

export module firefly.diagnostics:monte_carlo_error;

import :scalar_draws;

namespace firefly {

/// Of the mean: sd / √ESS.
export double mcse_mean(scalar_draws const& draws);

/// Of the standard deviation, by the delta method from the error of the variance:
///
///     mcse² = (m₄ − m₂²) / (4 m₂ ESS)
///
/// with the central moments mₖ and the effective sample size of the squared distances from the mean.
export double mcse_sd(scalar_draws const& draws);

/// Of a quantile: half the distance between the two order statistics that a normal error of ±1 standard error would reach. With ESS
/// effective draws, the probability below the quantile is Beta(ESS p + 1, ESS (1 − p) + 1).
/// Throws `invalid_argument` for a probability outside [0, 1].
export double mcse_quantile(scalar_draws const& draws, double probability);

}  // namespace firefly
