/// Importance sampling with smoothed weights: the largest weights are replaced by quantiles of a distribution that is fitted to them.
///
/// Of S weights the M = ⌈min(S/5, 3√(S/r))⌉ largest are a tail, r the relative efficiency of the draws (effective draws over draws). What lies above the
/// threshold u, the largest weight outside of the tail, is taken for a generalised Pareto variable of shape k and scale σ,
///
///     P(w > u + x | w > u) = (1 + k x/σ)^(−1/k),
///
/// fitted with the estimator of Zhang & Stephens: the mean of b = −k/σ over the profile likelihood ℓ(b) = M (log(−b/k(b)) − k(b) − 1),
/// k(b) = mean log(1 − b x), on a grid of 30 + ⌊√M⌋ points b_j = 1/x_M + (1 − √(grid/(j − ½)))/(3 x_{M/4}). The shape is then drawn towards ½ by as much
/// as ten weights weigh. The j-th smallest weight of the tail becomes u + σ((1 − (j − ½)/M)^(−k) − 1)/k, and no weight exceeds the largest raw one.
///
/// Weights equal to u do not belong to the tail. With fewer than five weights in it nothing is smoothed, and k is infinite; or zero where all
/// weights are the same, which need no smoothing. The shape also tells whether the estimate can be relied upon: `heaviest_tail`.
///
/// References: Vehtari, Simpson, Gelman, Yao & Gabry (2024), *Pareto smoothed importance sampling*, JMLR 25; Zhang & Stephens (2009), *A new and
/// efficient estimation method for the generalized Pareto distribution*, Technometrics 51. Cost: O(S + M^1.5).
module;
#include <cstddef>
#include <span>

module firefly.program.after:pareto_smoothing;

namespace firefly::program {

/// Of this number of weights, with this relative efficiency.
std::size_t tail_length(std::size_t weights, double efficiency);

struct pareto_fit {
    double shape = 0, scale = 0;
};

/// To positive numbers, sorted upwards, at least one.
pareto_fit fit_pareto(std::span<double const> excess);

/// Smooths the weights of which these are the logarithms, all finite, in place, and makes the sum of the weights one. `tail` is fewer than there
/// are weights. Returns the shape k.
double smooth_weights(std::span<double> log_weights, std::size_t tail);

}  // namespace firefly::program
