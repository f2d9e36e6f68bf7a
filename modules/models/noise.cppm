/// Regression with noise of unknown scale: σ is sampled with the coefficients.
///
///     y = x·β + σε,   θ = (β̃, τ) = (β/σ, 1/σ),   log p(y | x, θ) = log τ + f(η),   η = (x, −y)·θ
///
/// f is the log density of the noise at scale 1: the library's Student-t, Gaussian, log-cosh or Huber. The predictor is linear in θ, so rows
/// (`noise_rows`) get their bounds as those of any regression, and the rest is a function of θ alone (`noise_prior`). So it is sampled exactly by
/// what there is. With Gaussian noise the bound is the likelihood, and no row is read after set-up.
module;
#include <cstddef>
#include <span>
#include <utility>

export module firefly.models:noise;

import firefly.core;
import firefly.data;
import :noise_prior;
import :posterior;

namespace firefly {

/// Replaces a draw of (β̃, τ) by one of (β, σ).
export void to_noise_scale(vector_out theta);
/// Of the same map, how far (β, σ) move where (β̃, τ) = θ move by this.
export void to_noise_scale(vector_view theta, vector_out displacement);

/// Throws `invalid_argument` unless this is one.
void check_unit_scale(double scale);

/// What `with_noise` returns.
export template <Likelihood L, SeparablePrior P, RowSource S>
using noise_posterior = posterior<L, noise_prior<P>, noise_rows<S>>;

/// The posterior of θ = (β̃, τ): `prior` is that of β, and σ is half-Cauchy of this scale. The likelihood is one of location, of scale 1. One
/// pass. Throws `invalid_argument` for another scale, and for targets that are all zero, with which there is no noise.
export template <Likelihood L, SeparablePrior P, RowSource S>
noise_posterior<L, P, S> with_noise(L likelihood, P prior, double prior_scale, S rows) {
    if constexpr (requires { likelihood.scale(); }) check_unit_scale(likelihood.scale());
    target_moments const moments = moments_of_targets(rows);
    noise_prior<P> with_scale(std::move(prior), moments.weight, {.prior_scale = prior_scale, .start = moments.root_mean_square()});
    return {std::move(likelihood), std::move(with_scale), noise_rows<S>(std::move(rows))};
}

}  // namespace firefly
