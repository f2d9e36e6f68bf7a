module;
#include <algorithm>
#include <cmath>
#include <cstddef>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

double sign(double x) {
    return static_cast<double>((x > 0) - (x < 0));
}

}  // namespace

laplace_prior::laplace_prior(double scale) : scale_(scale), smoothing_(scale / 10) {
    constexpr double least = 1e-150, most = 1e150;  // squares beyond these are no numbers any more
    if (!(scale >= least && scale <= most))
        throw invalid_argument(fmt::format("laplace_prior: scale must lie between {} and {}, got {}", least, most, scale));
}

coordinate_expansion laplace_prior::expand(std::size_t, double x) const {
    double const size = std::abs(x);
    bool const within = size <= smoothing_;
    return {.value = -(within ? size * size / (2 * smoothing_) : size - smoothing_ / 2) / scale_,
            .gradient = -std::clamp(x / smoothing_, -1.0, 1.0) / scale_,
            .precision = within ? 1 / (scale_ * smoothing_) : 0};
}

quadratic laplace_prior::gaussian_part(vector_view origin) const {
    std::size_t const dimension = origin.size();
    double sum = 0;
    vector gradient = zeros(dimension);
    matrix curvature = zeros(dimension, dimension);
    for (std::size_t i = 0; i < dimension; ++i) {
        auto const [value, slope, precision] = expand(i, origin[i]);
        sum += value;
        gradient(i) = slope;
        curvature(i, i) = precision;
    }
    return {sum, gradient, curvature};
}

double laplace_prior::remainder(vector_view origin, vector_view displacement) const {
    double sum = 0;
    for (std::size_t i = 0; i < origin.size(); ++i) {
        double const theta = origin[i] + displacement[i], size = std::abs(theta);
        // The expansion is −θ²/(2ε) within, whatever the origin; ε/2 − |θ| beyond, on the origin's side, and its continuation.
        if (std::abs(origin[i]) <= smoothing_)
            sum += size * (size / (2 * smoothing_) - 1);
        else
            sum -= smoothing_ / 2 + (sign(theta) == -sign(origin[i]) ? 2 * size : 0);
    }
    return std::isnan(sum) ? -infinity : sum / scale_;  // ∞ − ∞, beyond 1e154
}

void laplace_prior::add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const {
    for (std::size_t i = 0; i < origin.size(); ++i) {
        double const theta = origin[i] + displacement[i];
        double const expansion = std::abs(origin[i]) <= smoothing_ ? theta / smoothing_ : sign(origin[i]);
        gradient[i] += (expansion - sign(theta)) / scale_;
    }
}

}  // namespace firefly
