/// The inner Gaussian at other scales of the prior, and the bright data in its coordinates.
///
///     A(s) = A(s*) + Δ = L Lᵀ,   g(s) = g(s*) − Δθ*,   c(s) = c(s*) − ½θ*ᵀΔθ* + Σ_g [log p(log s_g) − J_g log s_g]     (`scale_terms`)
///     b = L⁻¹g(s),   T = X L⁻ᵀ;   the log density of log s, with θ integrated out: c(s) + ½|b|² − ½log|A(s)|
///
/// The constant does not cancel: it is a function of s. For small s it is a difference of large numbers, as Δ is; about zero instead of θ* it is not, since
/// the prior's own part has its peak there:
///
///     c(s) + ½|b|² = c₀ + ½|L⁻¹h|² + Σ_g […],   h = g(s*) + A(s*)θ*,   c₀ = c(s*) − g(s*)·θ* − ½θ*ᵀA(s*)θ*
///
/// Cost: O(D³ + MD²) for each s, less where groups leave zeros in A (`sparse_cholesky`); nothing allocated once the most bright data have been seen.
module;
#include <cstddef>
#include <span>
#include <vector>

export module firefly.samplers:scaled_gaussian;

import firefly.external;
import firefly.core;

namespace firefly {

class scaled_gaussian {
public:
    inline bool is_ready() const { return !origin_.empty(); }
    /// The log density at s* as a form about an origin.
    void begin(quadratic const& log_density, vector_view origin);

    /// The predictors of the bright data, each a row of as many numbers as θ has.
    void take_rows(vector_view stacked);

    /// `excess` is Δ; `of_scales` what c(s) has of log s alone. False where A(s) is no precision.
    bool rescale(vector_view excess, double of_scales);

    inline scaled_frame const& frame() const { return frame_; }
    /// d = L⁻ᵀ w.
    void unwhiten(vector_view white, vector_out d);
    /// Of (θ, log s), without bright factors.
    inline double log_density(vector_view white) const { return frame_.peak - squared_distance(white, as_view(frame_.shift)) / 2; }

private:
    sparse_cholesky factor_;       // of A(s*) + Δ
    vector gradient_ = zeros(0);   // g(s*)
    vector slope_ = zeros(0);      // h
    vector scratch_ = zeros(0);    // L⁻¹h
    double constant_ = 0;          // c₀
    std::vector<double> origin_;   // θ*
    std::vector<double> stacked_;  // X
    std::vector<eight_numbers> white_;
    scaled_frame frame_;
};

}  // namespace firefly
