/// How much of the posterior is the prior's, parameter by parameter, at the maximum θ* with precision H.
///
///     narrowing  r = 1/√(1 + V I),   I = 1/(H⁻¹)_aa − P_aa:   the posterior's standard deviation relative to the prior's
///     pull       |(H⁻¹ g)_a| / sd_a,   g = ∇ log p(θ*):       how far the prior has moved the maximum, in posterior standard deviations
///
/// V is the variance of the prior of θ_a, P its curvature at θ* (of a Laplace prior, its smoothed part), I what the data know of θ_a. The pull is
/// of first order and errs on the low side, since H has the prior's part in it. The weights of a softmax may move together without any
/// change of the likelihood, so sd_a is that of the weight less the mean over the classes. Reads H⁻¹, no data.
module;
#include <cstddef>
#include <vector>

module firefly.program.setup:prior_weight;

import firefly;

namespace firefly::program {

/// By parameter.
struct prior_weight {
    std::vector<double> narrowing;
    std::vector<double> pull;
};

/// Above this narrowing the data have made the prior narrower by less than a tenth: the posterior is the prior, more or less.
inline constexpr double hardly_narrowed = 0.9;
/// Above this pull the prior has moved the estimate by more than its own uncertainty. A 90 % interval about an estimate that is off by one
/// standard deviation holds the truth in 74 % of cases.
inline constexpr double far_pull = 1;

/// `part` is the Gaussian part of the prior at θ*, `variance` the prior's for each parameter, `inverse` is H⁻¹. Parameters behind those that have
/// a variance have a flat prior, and are left out.
prior_weight weigh_prior(matrix const& inverse, quadratic const& part, std::vector<double> const& variance, std::size_t classes);

}  // namespace firefly::program
