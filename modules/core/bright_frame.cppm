/// What bright Gibbs sees of a density: a Gaussian and, for each bright datum, the few directions in which its factor looks.
module;
#include <cmath>
#include <cstddef>
#include <vector>

export module firefly.core:bright_frame;

import firefly.numeric;

namespace firefly {

/// A log density c + g·d − ½ dᵀAd, d = θ − θ*, in the coordinates w = Lᵀd, A = L Lᵀ: that of N(b, I) and a constant, b = L⁻¹g. Bounds on a
/// likelihood that is not concave may have an A that is no precision: `scale` is then empty.
export struct whitening {
    vector centre;             // θ*
    triangular_inverse scale;  // L⁻¹
    vector shift;              // b
    double peak = 0;           // c + ½|b|², the log density where w = b
    double inner_square = 0;   // where |w|² is at most this, θ lies in the innermost region of the bound
    /// Coordinates of θ in which the tails of the posterior may be much heavier than those of this Gaussian, or of any with the curvature at θ*: much of
    /// that is the prior's there, whose density is another one.
    std::vector<std::size_t> heavy = {};

    inline bool is_gaussian() const { return scale.dimension() > 0; }
    inline double log_density(vector_view w) const { return peak - squared_distance(w, as_view(shift)) / 2; }
};

/// Where the gap of a factor that is known stands for itself: it is log(1 + L̃).
export inline constexpr double gap_of_factor = -infinity;

/// A bright factor of one predictor as a sweep sees it: L̃/u², that times e^{−½Cu²}, and its gap, or `gap_of_factor`. The first two may be beyond
/// all numbers where the gap is not.
export struct factor_weight {
    double plain, damped;
    double gap = gap_of_factor;
};

/// L̃ of a gap: zero where that is not positive.
export inline double bright_factor(double gap) {
    return gap > 0 ? portable::expm1(gap) : 0;
}

/// The weight of a gap.
export inline factor_weight weight_of_gap(double gap, double bend, double u) {
    double const square = u * u, plain = gap > 0 ? bright_factor(gap) / square : 0;
    return {plain, plain * portable::exp(-bend * square / 2), gap};
}

/// How many arrays of its own a kernel may ask a `GaussianTimesFactors` for.
export inline constexpr std::size_t most_workspaces = 19;

/// The first numbers of such an array, which is made longer where it has fewer.
export inline vector_out room_in(std::vector<double>& workspace, std::size_t count) {
    if (workspace.size() < count) workspace.resize(count);
    return vector_out(workspace).first(count);
}

/// The bright data in the order of their indices, or those first whose predictors are linearly independent, then the others, each in that order. A datum
/// brings `rows_each` whitened predictors: u = T w.
export struct bright_frame {
    std::size_t rows_each = 1;
    std::vector<row_index> index;
    std::vector<double const*>
        rows;                    // T: one for each predictor, as long as w, and zeros behind it up to a multiple of eight numbers
    std::vector<double> bend;    // C of each datum, rows_each × rows_each: ½uᵀCu is about the log of 1 + L̃, and never much less
    std::vector<double> u;       // where the predictors are at the current point
    std::vector<double> gap;     // of the inner bound there
    std::vector<double> factor;  // L̃ of these
    row_dependence dependence;   // of the data that `separate` put last on those that it put first
};

}  // namespace firefly
