/// The sample quantile that R calls type 7 (Hyndman & Fan 1996, "Sample quantiles in statistical packages"): linear between order
/// statistics, the smallest draw at p = 0 and the largest at p = 1,
///
///     q = (1 − h) x₍ₖ₎ + h x₍ₖ₊₁₎,    k = ⌊1 + (S − 1) p⌋,  h = 1 + (S − 1) p − k.
///
/// O(S): the two order statistics are selected, the draws are not sorted.
module;

export module firefly.diagnostics:quantile;

import :scalar_draws;

namespace firefly {

/// Of all chains together. NaN when any draw is. Throws `invalid_argument` for a probability outside [0, 1].
export double quantile(scalar_draws const& draws, double probability);

}  // namespace firefly
