/// Autocovariances of one chain at all lags, biased (each divided by n and not by n − t), as Geyer's estimate needs them:
///
///     γ(t) = 1/n Σᵢ (xᵢ − x̄)(xᵢ₊ₜ − x̄),    t = 0, …, n − 1
///
/// By the theorem of Wiener and Khinchin: the Fourier transform of γ is the power spectrum. The chain is padded with zeros to at
/// least 2n, so that its end does not meet its beginning. Two transforms of up to 4n complex numbers: O(n log n).
module;
#include <span>
#include <vector>

export module firefly.diagnostics:autocovariance;

namespace firefly {

/// γ(0), …, γ(n − 1).
export std::vector<double> autocovariance(std::span<double const> chain);

}  // namespace firefly
