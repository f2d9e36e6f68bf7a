/// What bright Gibbs sees of a density: a Gaussian and, for each bright datum, the few directions in which its factor looks.
module;
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

    inline bool is_gaussian() const { return scale.dimension() > 0; }
    inline double log_density(vector_view w) const {
        double square = 0;
        for (std::size_t i = 0; i < w.size(); ++i) square += (w[i] - shift[i]) * (w[i] - shift[i]);
        return peak - square / 2;
    }
};

/// The bright data in the order of their indices. A datum brings `rows_each` whitened predictors: u = T w.
export struct bright_frame {
    std::size_t rows_each = 1;
    std::vector<row_index> index;
    std::vector<double> rows;  // T: as many numbers for each predictor as w has
    std::vector<double> bend;  // C of each datum, rows_each × rows_each: ½uᵀCu is about the log of 1 + L̃, and never much less
    std::vector<double> u;     // where the predictors are at the current point
    std::vector<double> gap;   // of the inner bound there
};

}  // namespace firefly
