/// How heavy the tail of positive weights is: the shape k of a generalised Pareto distribution fitted to the largest of them.
///
///     P(w > t + x | w > t) = (1 + k x/σ)^(−1/k);   moments of an order below 1/k exist
///
/// Fitted to the ⌈min(S/5, 3√(S/r))⌉ largest of S weights, r the relative efficiency of the draws (effective draws over draws), with the estimator of
/// Zhang & Stephens (2009): of numbers x_1 ≤ … ≤ x_M the mean of b = −k/σ over the profile likelihood ℓ(b) = M (log(−b/k(b)) − k(b) − 1),
/// k(b) = mean log(1 − b x), on a grid of 30 + ⌊√M⌋ points b_j = 1/x_M + (1 − √(grid/(j − ½)))/(3 x_{M/4}). The shape is then drawn towards ½ by as much
/// as ten numbers weigh. Weights of proposals with a k above min(0.7, 1 − 1/log₁₀ S) cannot be relied upon: what they miss is not seen in them
/// (Vehtari, Simpson, Gelman, Yao & Gabry 2024, *Pareto smoothed importance sampling*). Cost: O(S log S).
module;
#include <cstddef>
#include <span>
#include <vector>

export module firefly.diagnostics:pareto_tail;

namespace firefly {

/// How many of these weights are their tail, with this relative efficiency.
export std::size_t tail_length(std::size_t weights, double efficiency = 1);

/// A generalised Pareto distribution.
export struct pareto_fit {
    double shape = 0, scale = 0;
};

/// That of numbers which are not negative, sorted upwards, the last one positive.
export pareto_fit fit_pareto(std::span<double const> excess);

/// k of weights whose logarithms are given. Infinite where fewer than five weights make the tail, or one is no finite number; zero where the
/// tail has no length, because the largest weights are all the same.
export double pareto_tail(std::vector<double> log_weights);

/// The largest k with which this number of weights can be relied upon.
export double heaviest_tail(std::size_t weights);

}  // namespace firefly
