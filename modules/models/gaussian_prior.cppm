/// Independent Gaussians around zero: θ_i ~ N(0, scale²). All of it is Gaussian part; nothing remains.
module;
#include <cstddef>
#include <span>

export module firefly.models:gaussian_prior;

import firefly.core;

namespace firefly {

/// A `Prior` with one scale for all coordinates.
export class gaussian_prior {
public:
    /// Throws `invalid_argument` unless the scale lies between 1e-150 and 1e150.
    explicit gaussian_prior(double scale);

    inline double scale() const { return scale_; }
    quadratic gaussian_part(vector_view origin) const;
    /// What it has of any coordinate.
    inline coordinate_expansion expand(std::size_t, double x) const {
        double const precision = 1 / (scale_ * scale_);
        return {-precision * x * x / 2, -precision * x, precision};
    }
    inline double remainder(vector_view, vector_view) const { return 0; }
    inline void add_remainder_gradient(vector_view, vector_view, vector_out) const {}

    template <Random Source>
    void draw(Source& random, vector_out theta) const {
        random.normals(theta);
        for (double& x : theta) x *= scale_;
    }

private:
    double scale_;
};

static_assert(Prior<gaussian_prior>);

}  // namespace firefly
