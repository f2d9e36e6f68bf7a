/// How many independent draws would estimate a quantity as well as these do.
///
///     ESS = S / τ,    τ = −1 + 2 Σₜ ρ(t)
///
/// S is the number of draws in all chains. ρ(t) = 1 − (W − γ̄(t)) / V estimates the autocorrelation at lag t from all chains: γ̄(t) is
/// the mean of the chains' autocovariances, W the mean of their variances, and V the variance that also counts how far the chains'
/// means lie apart, so that chains which disagree have few effective draws. The sum ends where noise begins, by Geyer's initial
/// monotone sequence: sums of two successive ρ must be positive and must not grow. At most S log₁₀ S, since negative correlations
/// make τ so small that its error counts.
///
/// Names, definitions and the cases without an answer (NaN for their NA) are those of R's package posterior 1.4.0:
/// - Vehtari, Gelman, Simpson, Carpenter & Bürkner 2021, "Rank-normalization, folding, and localization: an improved R̂";
/// - Geyer 1992, "Practical Markov chain Monte Carlo", §3.3.
///
/// All are NaN when a draw is NaN, when all draws are the same, and for chains of fewer than six draws (three if not split); all but
/// `ess_bulk` also when a draw is infinite. Cost: O(S log S), for the Fourier transforms and for the ranks.
module;

export module firefly.diagnostics:effective_sample_size;

import :scalar_draws;
import :transforms;

namespace firefly {

/// Of the draws as they are.
export double ess_basic(scalar_draws const& draws, splitting how = splitting::halves);

/// For the mean: the one that belongs to `mcse_mean`. Means nothing when the variance is infinite; `ess_bulk` always exists.
export double ess_mean(scalar_draws const& draws);

/// For the centre of the distribution: of the rank-normalised draws.
export double ess_bulk(scalar_draws const& draws);

/// For the quantile at the given probability: of the indicators x ≤ q. NaN when no draw lies above q, which ties can bring about.
/// At probability one q lies half a draw below the largest. Throws `invalid_argument` for a probability outside [0, 1].
export double ess_quantile(scalar_draws const& draws, double probability);

/// The smaller one of the 5 % and the 95 % quantile.
export double ess_tail(scalar_draws const& draws);

/// For the standard deviation: of the distances from the mean.
export double ess_sd(scalar_draws const& draws);

}  // namespace firefly
