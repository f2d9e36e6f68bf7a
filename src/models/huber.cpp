module;
#include <algorithm>
#include <cmath>
#include <numbers>

module firefly.models;

import firefly.core;

namespace firefly {

namespace {

/// Of a step of length d that the residual a ≥ 0 takes, away from zero or towards it: when it enters the square, |r| ≤ k, and when it leaves it or
/// ends. Counted along the step, so that within the square nothing is rounded.
struct crossing {
    double length, enter, leave;

    crossing(double threshold, double a, double d)
        : length(std::abs(d)),
          enter(std::max(0.0, a - threshold)),
          leave(std::min(length, d < 0 ? a + threshold : threshold - a)) {}

    double within() const { return std::max(0.0, leave - enter); }
};

/// ψ of ρ, ρ(a + d) − ρ(a) − ρ'(a)d: ∫(d − t) dt over the part within the square, where the second derivative is one. Nothing cancels.
double fall(double threshold, double a, double d) {
    crossing const step(threshold, a, d);
    return step.within() * (step.length - (step.enter + step.leave) / 2);
}

}  // namespace

huber::huber(huber_settings settings) : threshold_(settings.threshold), scale_(settings.scale) {
    check_positive("huber", "threshold", threshold_);
    check_scale("huber", scale_);
    double const k = threshold_;
    log_constant_ =
        -portable::log(scale_) -
        portable::log(std::sqrt(2 * std::numbers::pi) * portable::erf(k / std::numbers::sqrt2) + 2 * portable::exp(-k * k / 2) / k);
}

void huber::check(double target) const {
    check_finite("huber", target);
}

double huber::log_likelihood_of(double target, double eta) const {
    double const r = std::abs((target - eta) / scale_);
    return log_constant_ - (r <= threshold_ ? r * r / 2 : threshold_ * r - threshold_ * threshold_ / 2);
}

double huber::derivative_of(double target, double eta) const {
    return std::clamp((target - eta) / scale_, -threshold_, threshold_) / scale_;
}

double huber::curvature_of(double target, double eta) const {
    return std::abs((target - eta) / scale_) <= threshold_ ? 1 / scale_ / scale_ : 0;
}

double huber::fall_below_tangent(double target, double eta, double delta) const {
    double const r = (eta - target) / scale_, d = delta / scale_;
    return fall(threshold_, std::abs(r), r >= 0 ? d : -d);
}

double huber::slope_below_tangent(double target, double eta, double delta) const {
    double const r = (eta - target) / scale_, d = delta / scale_;
    double const within = crossing(threshold_, std::abs(r), r >= 0 ? d : -d).within();
    return std::copysign(within, delta) / scale_;
}

secant_range huber::secants_within(double target, double eta, double low, double high) const {
    double const k = threshold_, r = (eta - target) / scale_, a = std::abs(r), square = scale_ * scale_;
    // How far the residual may move towards zero, and away from it.
    double const towards = (r >= 0 ? -low : high) / scale_, away = (r >= 0 ? high : -low) / scale_;
    auto const beyond = [&](double d) { return std::isinf(d) ? 0 : secant_of(fall(k, a, d), d, a <= k ? 1 : 0); };
    if (a <= k) return {inflated(1 / square), std::max(0.0, std::min(beyond(-towards), beyond(away))) / square};
    double const most = towards <= a - k ? 0 : beyond(-std::min(towards, 2 * a));
    return {inflated(most / square), 0};
}

}  // namespace firefly
