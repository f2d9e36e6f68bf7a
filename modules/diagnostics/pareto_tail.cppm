/// How heavy the tail of positive weights is: the shape k of a generalised Pareto distribution fitted to the largest of them.
///
///     P(w > t + x | w > t) = (1 + k x/σ)^(−1/k);   moments of an order below 1/k exist
///
/// Fitted to the ⌈min(S/5, 3√S)⌉ largest of S weights, by the mean of a posterior on a grid (Zhang & Stephens 2009), drawn towards ½ by as much
/// as ten weights weigh. Weights of proposals with a k above min(0.7, 1 − 1/log₁₀ S) cannot be relied upon: what they miss is not seen in them
/// (Vehtari, Simpson, Gelman, Yao & Gabry 2024, *Pareto smoothed importance sampling*). Cost: O(S log S).
module;
#include <cstddef>
#include <vector>

export module firefly.diagnostics:pareto_tail;

namespace firefly {

/// k of weights whose logarithms are given. Infinite where fewer than five weights make the tail, or one is no finite number; zero where the
/// tail has no length, because the largest weights are all the same.
export double pareto_tail(std::vector<double> log_weights);

/// The largest k with which so many weights can be relied upon.
export double heaviest_tail(std::size_t weights);

}  // namespace firefly
