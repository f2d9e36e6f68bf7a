/// The secants of e^η: what Poisson's and gamma's likelihoods and one class of cloglog's are made of.
///
///     ψ(Δ) = e^η*(e^Δ − 1 − Δ),   ψ'(Δ) = e^η*(e^Δ − 1),   k(Δ) = 2ψ(Δ)/Δ²
///
/// w = e^η grows, and so does k: the largest secant is at the upper end, the least at the lower. Where e^η* underflows or nearly so, and Δ is
/// long, e^{η* + Δ} is taken instead of a product of zero and infinity. Cost: one exponential each, two where it underflows.
module;

export module firefly.models:exponential;

import :scalar_family;

namespace firefly {

/// ψ.
export double exponential_fall(double eta, double delta);
/// ψ'.
export double exponential_rise(double eta, double delta);

/// Of the secants from low to high, low ≤ 0 ≤ high.
export secant_range exponential_secants(double eta, double low, double high);

}  // namespace firefly
