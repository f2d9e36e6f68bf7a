/// Importance sampling with smoothed weights: the largest weights are replaced by quantiles of a distribution that is fitted to them.
///
/// The M largest of S weights are a tail (`tail_length`). What lies above the threshold u, the largest weight outside of the tail, is taken for a
/// generalised Pareto variable of shape k and scale σ, which `fit_pareto` finds. The j-th smallest weight of the tail becomes
///
///     u + σ((1 − (j − ½)/M)^(−k) − 1)/k
///
/// and no weight exceeds the largest raw one.
///
/// Weights equal to u do not belong to the tail. With fewer than five weights in it nothing is smoothed, and k is infinite; or zero where all
/// weights are the same, which need no smoothing. The shape also tells whether the estimate can be relied upon: `heaviest_tail`.
///
/// References: Vehtari, Simpson, Gelman, Yao & Gabry (2024), *Pareto smoothed importance sampling*, JMLR 25. Cost: O(S + M^1.5).
module;
#include <cstddef>
#include <span>

module firefly.program.after:pareto_smoothing;

namespace firefly::program {

/// Smooths the weights of which these are the logarithms, all finite, in place, and makes the sum of the weights one. `tail` is fewer than there
/// are weights. Returns the shape k.
double smooth_weights(std::span<double> log_weights, std::size_t tail);

}  // namespace firefly::program
