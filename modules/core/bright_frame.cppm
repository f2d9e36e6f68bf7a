/// What bright Gibbs sees of a density: a Gaussian and, for each bright datum, the few directions in which its factor looks.
module;
#include <cstddef>
#include <vector>

export module firefly.core:bright_frame;

import :linear_algebra;
import :numeric;

namespace firefly {

/// N(θ* + A⁻¹g, A⁻¹) in the coordinates in which it is N(shift, I): w = Lᵀ(θ − θ*), A = L Lᵀ, shift = L⁻¹g. Bounds on a likelihood that is
/// not concave may have an A that is no precision: `scale` is then empty.
export struct whitening {
    vector centre;   // θ*
    cholesky scale;  // L
    vector shift;

    inline bool is_gaussian() const { return scale.dimension() > 0; }
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
