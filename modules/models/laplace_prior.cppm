/// Independent Laplace distributions around zero: log p(θ_i) = −|θ_i|/b up to a constant, b the scale.
///
/// |θ| has a kink at zero and no Gaussian part of its own, so that of a smoothed |θ| serves (Huber 1964): θ²/(2ε) within ε of zero,
/// |θ| − ε/2 beyond; its gradient is clip(θ/ε, −1, 1), its curvature 1/ε within and 0 beyond. The remainder is the true prior less
/// that expansion, so that the posterior sampled is exact whatever ε is; only the anchor and the Gaussian part feel it.
/// ε = b/10: where the likelihood dominates (sd ≪ b) the whole gradient of the prior, 1/b, moves the maximum by no more than
/// sd²/b ≪ sd, smoothed or not; where it does not (sd of the order of b), ε is small beside the sd.
module;
#include <cstddef>
#include <span>

export module firefly.models:laplace_prior;

import firefly.core;

namespace firefly {

/// A `Prior` with one scale for all coordinates.
export class laplace_prior {
public:
    /// Throws `invalid_argument` unless the scale lies between 1e-150 and 1e150.
    explicit laplace_prior(double scale);

    inline double scale() const { return scale_; }
    quadratic gaussian_part(vector_view origin) const;
    /// What it has of any coordinate.
    coordinate_expansion expand(std::size_t, double x) const;
    double remainder(vector_view origin, vector_view displacement) const;
    /// At a kink, where there is none: the mean of the two sides.
    void add_remainder_gradient(vector_view origin, vector_view displacement, vector_out gradient) const;

    template <Random Source>
    void draw(Source& random, vector_out theta) const {
        for (double& x : theta) {
            double const size = scale_ * random.exponential();
            x = random.pick(2) == 0 ? size : -size;
        }
    }

private:
    double scale_;
    double smoothing_;  // ε
};

static_assert(Prior<laplace_prior>);

}  // namespace firefly
