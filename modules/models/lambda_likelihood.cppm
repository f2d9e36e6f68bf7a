/// A log likelihood of one predictor, written as a function, is all that an exact sampler needs:
///
///     firefly::likelihood_from([](auto eta, double y) { return y * eta - exp(eta); })
///
/// Derivatives are those of the function itself (`jet`), and the range of w = −ℓ'' between two predictors is theirs over intervals. The function is of any type of η, up to a number that depends on y alone, and
/// may use + − × ÷, exp, expm1, log, log1p, sqrt, squared, pow with a whole exponent, sinh, cosh, tanh, sigmoid, log_sigmoid. It cannot branch
/// on η: an interval may lie on both sides.
///
/// A function with a pole, as y·log1p(η) − η has at −1, is cut off near it. A ring that meets the pole has no bound for the datum, and where the
/// ring before lights it hardly ever, chains do not cross the edge: write such a likelihood in a predictor that has no end.
///
/// What is written so that numbers cancel has wide ranges, and many bright data for it: log_sigmoid(η) is better than −log1p(exp(−η)).
/// Cost: the function and its derivatives, eight times for a gap.
module;
#include <algorithm>
#include <cmath>
#include <concepts>
#include <type_traits>
#include <utility>

export module firefly.models:lambda_likelihood;

import firefly.core;
import :ranged_family;
import :scalar_family;

namespace firefly {

/// Throws `invalid_argument` unless all is finite.
void check_log_likelihood(double target, jet<double> const& at_zero, interval curvature);

/// A `SecantLikelihood` made of a function: see `likelihood_from`.
export template <class F>
class lambda_likelihood : public ranged_family<lambda_likelihood<F>> {
public:
    explicit lambda_likelihood(F function) : function_(std::move(function)) {}

    /// Throws `invalid_argument` unless function and derivatives are finite about a predictor of 0, where every search for the maximum begins.
    void check(double target) const {
        constexpr double about = 1e-6;
        check_log_likelihood(target, at_point(target, 0), curvature_range(target, -about, about));
    }

    /// Zero, −∞ here, where the function has no value.
    inline double log_likelihood_of(double target, double eta) const {
        double const value = at_point(target, eta).value;
        return value < infinity ? value : -infinity;  // neither NaN nor what has overflowed
    }
    inline double derivative_of(double target, double eta) const { return at_point(target, eta).first; }
    inline double curvature_of(double target, double eta) const { return -at_point(target, eta).second; }
    /// In four parts where the enclosure of the whole exceeds both ends by more than half of their difference: it is too wide in proportion to the
    /// width of its operands, and so is that of each part.
    inline interval curvature_range(double target, double low, double high) const {
        interval const whole = enclosure(target, low, high);
        double const a = curvature_of(target, low), b = curvature_of(target, high), width = high - low;
        if (std::isinf(width) || whole.high - std::max(a, b) <= std::abs(a - b) / 2) return whole;
        interval parts = enclosure(target, low, low + width / 4);
        for (double const part : {0.25, 0.5, 0.75}) {
            interval const next = enclosure(target, low + part * width, part < 0.75 ? low + (part + 0.25) * width : high);
            parts = {std::min(parts.low, next.low), std::max(parts.high, next.high)};
        }
        return parts;
    }

private:
    inline jet<double> at_point(double target, double eta) const { return function_(jet<double>::variable(eta), target); }
    inline interval enclosure(double target, double low, double high) const {
        jet<interval> const between = function_(jet<interval>::variable({low, high}), target);
        return -between.second;
    }

    F function_;
};

/// The likelihood with ℓ(η; y) = function(η, y).
export template <class F>
    requires std::convertible_to<std::invoke_result_t<F const&, jet<double>, double>, jet<double>> &&
             std::convertible_to<std::invoke_result_t<F const&, jet<interval>, double>, jet<interval>>
lambda_likelihood<F> likelihood_from(F function) {
    return lambda_likelihood<F>(std::move(function));
}

}  // namespace firefly
