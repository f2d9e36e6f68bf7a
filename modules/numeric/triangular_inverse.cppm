/// The inverse of a Cholesky factor, and products with it.
///
/// They are our own loops, since an iteration asks for a few rows at a time. Cost: O(D³) once, O(D²) for a row.
module;
#include <cstddef>
#include <span>
#include <vector>

export module firefly.numeric:triangular_inverse;

import firefly.external;
import :factorisation;
import :linear_algebra;
import :numbers;

namespace firefly {

/// L⁻¹ of S = L Lᵀ, for those who need it once an iteration: a product with it is many times faster than a substitution, each of whose
/// steps waits for the last. What a row becomes does not depend on the rows beside it. Of a sparse S nothing is inverted: substitutions are short.
export class triangular_inverse {
public:
    triangular_inverse() = default;
    explicit triangular_inverse(cholesky s);

    inline std::size_t dimension() const { return factor_.dimension(); }
    inline cholesky const& factor() const { return factor_; }

    /// L⁻¹ x of every row x, one after the other. The two must not overlap.
    void whiten_rows(std::size_t rows, vector_view elements, vector_out white) const;
    /// The same where of every row x only the numbers from place `first` on are given, those that are not zero.
    void whiten_parts(std::size_t rows, vector_view parts, std::size_t first, vector_out white) const;
    /// |L⁻¹x|² = xᵀS⁻¹x of every row x.
    void square_rows(matrix_view rows, vector_out squares) const;
    /// x = L⁻ᵀ w: turns white noise into what has precision S. The two must not overlap.
    void unwhiten(vector_view white, vector_out x) const;

private:
    cholesky factor_;
    matrix rows_ = zeros(0, 0);          // L⁻¹, each row padded
    matrix columns_ = zeros(0, 0);       // its transpose, where a row of that fits the registers
    std::vector<eight_numbers> panels_;  // the transpose, 24 columns after the other
};

}  // namespace firefly
