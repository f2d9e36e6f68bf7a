module;
#include <algorithm>
#include <cmath>
#include <cstddef>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

/// A coordinate seen from its origin: all lengths are in units of h.
struct student_t_frame {
    double length;       // h
    double r, w;         // of the origin, of the displacement
    double there;        // r + w
    double true_bend;    // 1 − 2r²
    double bend;         // c
    double lengthening;  // √(1 + t): of h, on the way
    bool is_near;        // where t is so small that only the second form has digits

    student_t_frame(double width, double origin, double displacement)
        : length(portable::hypot(width, origin)),
          r(origin / length),
          w(displacement / length),
          there((origin + displacement) / length),
          true_bend((width / length - r) * (width / length + r)),
          bend(std::max(0.0, true_bend)),
          lengthening(portable::hypot(width, origin + displacement) / length),
          is_near(std::abs(w) < 0.05) {}
};

}  // namespace

student_t_prior::student_t_prior(double degrees_of_freedom, double scale)
    : freedom_(degrees_of_freedom), scale_(scale), width_(std::sqrt(degrees_of_freedom) * scale) {
    constexpr double fewest = 0.1, most_freedom = 1e10;  // beyond, draws overflow; it is the normal distribution
    constexpr double least = 1e-140, most = 1e140;       // squares stay numbers
    if (!(degrees_of_freedom >= fewest && degrees_of_freedom <= most_freedom))
        throw invalid_argument(fmt::format("student_t_prior: degrees_of_freedom must lie between {} and {}, got {}", fewest,
                                           most_freedom, degrees_of_freedom));
    if (!(scale >= least && scale <= most))
        throw invalid_argument(fmt::format("student_t_prior: scale must lie between {} and {}, got {}", least, most, scale));
}

coordinate_expansion student_t_prior::expand(std::size_t, double x) const {
    student_t_frame const at(width_, x, 0);
    double const ratio = x / width_;
    double const log_fall = std::abs(ratio) < 1 ? portable::log1p(ratio * ratio) : 2 * portable::log(portable::hypot(1, ratio));
    return {.value = -(freedom_ + 1) / 2 * log_fall,
            .gradient = -(freedom_ + 1) * at.r / at.length,
            .precision = (freedom_ + 1) * at.bend / at.length / at.length};
}

quadratic student_t_prior::gaussian_part(vector_view origin) const {
    double sum = 0;
    vector gradient = zeros(origin.size()), precision = zeros(origin.size());
    for (std::size_t i = 0; i < origin.size(); ++i) {
        auto const [value, slope, curvature] = expand(i, origin[i]);
        sum += value;
        gradient(i) = slope;
        precision(i) = curvature;
    }
    return {sum, gradient, diagonal{precision}};
}

double student_t_prior::remainder(vector_view origin, vector_view displacement) const {
    double sum = 0;
    for (std::size_t i = 0; i < origin.size(); ++i) {
        student_t_frame const at(width_, origin[i], displacement[i]);
        double const w = at.w;
        if (at.is_near)
            sum += w * w * w * (2 * at.r + 0.5 * w) - log1p_beyond_second(w * (2 * at.r + w)) - (at.true_bend - at.bend) * w * w;
        else
            sum += w * (2 * at.r + at.bend * w) - 2 * portable::log(at.lengthening);
    }
    return std::isnan(sum) ? -infinity : (freedom_ + 1) / 2 * sum;  // ∞ − ∞, beyond 1e154
}

void student_t_prior::add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const {
    for (std::size_t i = 0; i < origin.size(); ++i) {
        student_t_frame const at(width_, origin[i], displacement[i]);
        double const w = at.w, lost = at.true_bend - at.bend;
        // (r + w)/(1 + t) − r − (1 − 2r²)w = −w²[r(3 − 4r²) + (1 − 2r²)w]/(1 + t)
        double const fall =
            at.is_near ? lost * w - w * w * (at.r * (1 + 2 * at.true_bend) + at.true_bend * w) / (at.lengthening * at.lengthening)
                       : at.there / at.lengthening / at.lengthening - at.r - at.bend * w;
        gradient[i] -= (freedom_ + 1) / at.length * fall;
    }
}

}  // namespace firefly
