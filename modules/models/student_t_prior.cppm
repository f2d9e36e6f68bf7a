/// Independent Student-t distributions around zero: log p(θ_i) = −½(ν + 1) log(1 + θ_i²/q²) up to a constant, q² = νs², ν the degrees of freedom, s
/// the scale. ν = 1 is a Cauchy distribution.
///
/// Within q of zero log p is concave, and its expansion about an origin a serves as the Gaussian part. Beyond it is convex: its slope alone serves
/// there, so that no precision is negative. With h² = q² + a², r = a/h, w = d/h and c = max(0, 1 − 2r²) the slope is −(ν + 1)r/h, the precision
/// (ν + 1)c/h², and a displacement d leaves
///
///     ½(ν + 1) [ 2rw + cw² − log(1 + t) ] = ½(ν + 1) [ w³(2r + ½w) − (log(1 + t) − t + ½t²) − (1 − 2r² − c)w² ],   t = w(2r + w)
///
/// of which the second form does not cancel where w is small. The Gaussian that touches log p from below, of precision (ν + 1)/h², would be positive
/// everywhere. But it is not the curvature of log p: where the data say little, Newton's method would hardly converge with it.
/// Draws: Bailey 1994. Cost: two roots and a logarithm per coordinate.
module;
#include <cmath>
#include <cstddef>
#include <numbers>
#include <span>

export module firefly.models:student_t_prior;

import firefly.core;

namespace firefly {

/// A `Prior` with the same distribution for all coordinates.
export class student_t_prior {
public:
    /// Throws `invalid_argument` unless the degrees of freedom lie between 0.1 and 1e10 and the scale between 1e-140 and 1e140.
    student_t_prior(double degrees_of_freedom, double scale);

    inline double degrees_of_freedom() const { return freedom_; }
    inline double scale() const { return scale_; }
    quadratic gaussian_part(vector_view origin) const;
    /// What it has of any coordinate.
    coordinate_expansion expand(std::size_t, double x) const;
    double remainder(vector_view origin, vector_view displacement) const;
    void add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const;

    /// Polar coordinates as with a normal distribution: R² = ν(U^{−2/ν} − 1), where that has R² = −2 log U.
    template <Random Source>
    void draw(Source& random, vector_out theta) const {
        for (double& x : theta) {
            double const radius = width_ * std::sqrt(portable::expm1(2 * random.exponential() / freedom_));
            x = radius * portable::cos(2 * std::numbers::pi * random.uniform());
        }
    }

private:
    double freedom_;
    double scale_;
    double width_;  // q
};

static_assert(Prior<student_t_prior>);

}  // namespace firefly
