module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

constexpr double least = 1e-100, most = 1e100;  // squares, and quotients of squares, stay numbers

double within_reach(double x) {
    return std::clamp(x, -most, most);
}

void check_setting(char const* name, double value) {
    if (!(value >= least && value <= most))
        throw invalid_argument(
            fmt::format("student_t: {} must be positive and finite, between {} and {}, got {}", name, least, most, value));
}

/// log Γ(a + ½) − log Γ(a) − ½ log a. From a = 50 on the asymptotic series (next term 17/(14336 a⁷) < 2e-15), since log Γ itself
/// grows like a log a and the difference would cancel. What a step from a to a + 1 adds is ½ log((a + ½)²/(a(a + 1))), which brings any a there.
double log_gamma_ratio(double a) {
    double steps = 1;
    for (; a < 50; ++a) steps *= (a + 0.5) / a * ((a + 0.5) / (a + 1));
    double const square = a * a;
    return (-0.125 + (1.0 / 192 - 1 / (640 * square)) / square) / a - portable::log(steps) / 2;
}

}  // namespace

student_t::student_t(student_t_settings settings) : freedom_(settings.degrees_of_freedom), scale_(settings.scale) {
    check_setting("degrees_of_freedom", freedom_);
    check_setting("scale", scale_);
    // ½ log(ν/2) − ½ log(νπ) = −½ log(2π)
    log_constant_ = log_gamma_ratio(freedom_ / 2) - portable::log(2 * std::numbers::pi) / 2 - portable::log(scale_);
}

void student_t::check(double target) const {
    if (!std::isfinite(target))
        throw invalid_argument(fmt::format("student_t: a target must be finite, got {}; remove the row or fill the cell", target));
}

double student_t::residual(double target, double eta) const {
    return within_reach((target - eta) / scale_);
}

void student_t::log_likelihood(vector_view targets, vector_view eta, vector_out out) const {
    for (std::size_t i = 0; i < targets.size(); ++i) {
        double const r = residual(targets[i], eta[i]);
        out[i] = log_constant_ - (freedom_ + 1) / 2 * portable::log1p(r * r / freedom_);
    }
}

void student_t::derivatives(vector_view targets, vector_view eta, vector_out first) const {
    for (std::size_t i = 0; i < targets.size(); ++i) {
        double const r = residual(targets[i], eta[i]);
        first[i] = (freedom_ + 1) * (r / (freedom_ + r * r)) / scale_;
    }
}

void student_t::derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const {
    for (std::size_t i = 0; i < targets.size(); ++i) {
        double const r = residual(targets[i], eta[i]), k = tangent_curvature(r);
        first[i] = k * r * scale_;
        second[i] = k * ((freedom_ - r * r) / (freedom_ + r * r));
    }
}

void student_t::bounding_curvature(vector_view targets, vector_view eta, vector_out out) const {
    for (std::size_t i = 0; i < targets.size(); ++i) out[i] = tangent_curvature(residual(targets[i], eta[i]));
}

double student_t::tangent_curvature(double xi) const {
    return (freedom_ + 1) / (freedom_ + xi * xi) / scale_ / scale_;
}

double student_t::curvature_within(double xi, double reach) const {
    double const global = tangent_curvature(xi);
    // The global curvature is reached where the residual is turned round, at once where it is zero.
    if (std::abs(xi) * scale_ * 2 <= 1e-8 * reach || reach == infinity) return global;
    auto const secant = [&](double delta) { return 2 * fall_below_tangent(xi, delta) / delta / delta; };
    double const towards = std::copysign(std::min(reach, 2 * std::abs(xi) * scale_), xi);  // a larger η makes r smaller
    double const sharpest = std::abs(towards) < 1e-150 ? global * ((freedom_ - xi * xi) / (freedom_ + xi * xi))
                                                       : std::max(secant(std::copysign(reach, -xi)), secant(towards));
    // A difference of two numbers of the size of the global curvature: what rounding may hide is measured by that.
    constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
    return std::min(sharpest + rounding * global, global);
}

double student_t::least_curvature_within(double xi, double reach) const {
    // −ℓ'' falls with |r| up to √(3ν), where it is −(ν+1)/(8ν), and rises towards zero from there.
    double const lowest = std::sqrt(3 * freedom_), size = std::abs(xi), move = reach / scale_;
    double const at = std::clamp(lowest, std::max(size - move, 0.0), size + move);
    return tangent_curvature(at) * ((freedom_ - at * at) / (freedom_ + at * at));
}

student_t::move student_t::move_by(double xi, double delta) const {
    double const step = within_reach(-delta / scale_), spread = freedom_ + xi * xi;
    return {step, xi + step, spread, step * (2 * xi + step) / spread};
}

/// log(1 + τ). Where r is much less than ξ, 1 + τ = (ν + r²)/(ν + ξ²) is small and τ has lost it.
double student_t::log1p_tau(move const& to) const {
    return to.tau > -0.5 ? portable::log1p(to.tau) : portable::log((freedom_ + to.residual * to.residual) / to.spread);
}

double student_t::rise_above_tangent(double xi, double delta) const {
    move const to = move_by(xi, delta);
    return (freedom_ + 1) / 2 * (to.tau > -0.5 ? minus_log1p(to.tau) : to.tau - log1p_tau(to));
}

double student_t::slope_above_tangent(double xi, double delta) const {
    move const to = move_by(xi, delta);
    return -(freedom_ + 1) * (to.residual / (freedom_ + to.residual * to.residual)) * to.tau / scale_;
}

double student_t::fall_below_tangent(double xi, double delta) const {
    move const to = move_by(xi, delta);
    // δ²/(ν + ξ²) − [τ − log(1 + τ)], of which the squares are taken out by hand where they are large.
    double const fall = std::abs(to.tau) < 0.1 ? to.delta * to.delta / to.spread - minus_log1p(to.tau)
                                               : log1p_tau(to) - 2 * xi * to.delta / to.spread;
    return (freedom_ + 1) / 2 * fall;
}

double student_t::slope_below_tangent(double xi, double delta) const {
    move const to = move_by(xi, delta);
    return -(freedom_ + 1) * (to.delta / to.spread) * ((freedom_ - xi * to.residual) / (freedom_ + to.residual * to.residual)) /
           scale_;
}

double student_t::fall_below_tangent(double target, double eta, double delta) const {
    return fall_below_tangent(residual(target, eta), delta);
}

double student_t::slope_below_tangent(double target, double eta, double delta) const {
    return slope_below_tangent(residual(target, eta), delta);
}

secant_range student_t::secants_within(double target, double eta, double low, double high) const {
    double const xi = residual(target, eta), reach = std::max(-low, high);
    return {curvature_within(xi, reach), least_curvature_within(xi, reach)};
}

}  // namespace firefly
