module;
#include <cmath>
#include <cstddef>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

void binomial::check(vector_view target) const {
    check_count("binomial", target[0]);
    if (!is_count(target[1]) || target[1] == 0)
        throw invalid_argument(fmt::format("binomial: trials must be a count of at least 1, got {}", target[1]));
    if (target[0] > target[1])
        throw invalid_argument(
            fmt::format("binomial: {} of {} trials succeed; the target is a count of successes", target[0], target[1]));
}

double binomial::log_likelihood_of(vector_view target, double eta) const {
    double const successes = target[0], trials = target[1];
    if (successes == 0) return trials * log_sigmoid(-eta);
    if (successes == trials) return trials * log_sigmoid(eta);
    // At its top ℓ' = 0: the fall below the tangent there is the fall below the top.
    double const top = portable::log(successes / (trials - successes));
    return -trials * logistic::fall_below_tangent(top, eta - top);
}

double binomial::log_constant(vector_view target) const {
    double const y = target[0], n = target[1];
    if (y == 0 || y == n) return 0;
    return portable::lgamma(n + 1) - portable::lgamma(y + 1) - portable::lgamma(n - y + 1) + y * portable::log(y / n) +
           (n - y) * portable::log1p(-y / n);
}

double binomial::derivative_of(vector_view target, double eta) const {
    return target[0] - target[1] * sigmoid(eta);
}

double binomial::curvature_of(vector_view target, double eta) const {
    return target[1] * sigmoid(eta) * sigmoid(-eta);
}

double binomial::fall_below_tangent(vector_view target, double eta, double delta) const {
    return target[1] * logistic::fall_below_tangent(eta, delta);
}

double binomial::slope_below_tangent(vector_view target, double eta, double delta) const {
    return target[1] * logistic::slope_below_tangent(eta, delta);
}

secant_range binomial::secants_within(vector_view target, double eta, double low, double high) const {
    auto const [most, least] = softplus_secants(eta, low, high);
    return {target[1] * most, target[1] * least};
}

}  // namespace firefly
