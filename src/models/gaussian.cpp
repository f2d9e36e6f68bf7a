module;
#include <cmath>
#include <numbers>

module firefly.models;

import firefly.core;

namespace firefly {

gaussian::gaussian(gaussian_settings settings)
    : scale_(settings.scale),
      precision_(1 / settings.scale / settings.scale),
      log_constant_(-portable::log(settings.scale) - portable::log(2 * std::numbers::pi) / 2) {
    check_scale("gaussian", scale_);
}

void gaussian::check(double target) const {
    check_finite("gaussian", target);
}

double gaussian::log_likelihood_of(double target, double eta) const {
    double const residual = (target - eta) / scale_;
    return log_constant_ - residual * residual / 2;
}

double gaussian::derivative_of(double target, double eta) const {
    return precision_ * (target - eta);
}

double gaussian::curvature_of(double, double) const {
    return precision_;
}

/// In the very operations of ½κΔ² (`secant_curvature`), so that the gap is zero and not a rounding error.
double gaussian::fall_below_tangent(double, double, double delta) const {
    return precision_ * delta * delta / 2;
}

double gaussian::slope_below_tangent(double, double, double delta) const {
    return precision_ * delta;
}

secant_range gaussian::secants_within(double, double, double, double) const {
    return {precision_, precision_};
}

}  // namespace firefly
