/// A lower triangular matrix of a few rows, in memory that its user provides: all that bright Gibbs does to the predictors of one datum.
///
///     S = L Lᵀ,   L⁻¹x,   L⁻ᵀx,   |Lᵀx|²,   a column of L,   S − F Fᵀ,   ‖LᵀSL‖∞
///
/// A view of n×n numbers, row by row. What lies above the diagonal is neither read nor written. It is for n of the order of ten, several
/// times in every iteration, where a call costs more than the work itself; `cholesky` is for everything else.
/// Cost in multiplications: n³/6 for the factor and for S − F Fᵀ, n⁴/2 for the norm, n²/2 for the others.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

export module firefly.numeric:small_triangle;

import :numbers;

namespace firefly {

/// A view: who makes it keeps the numbers.
export class small_triangle {
public:
    inline small_triangle(std::size_t rows, vector_out elements) : rows_(rows), elements_(elements) {}

    inline double& operator()(std::size_t i, std::size_t j) const { return elements_[i * rows_ + j]; }

    /// S, of which the lower triangle is here, becomes L. A pivot that is not positive makes a column of zeros: that is the factor of a
    /// semidefinite S. Nothing is told of an S that is neither.
    inline void factorise() const {
        for (std::size_t j = 0; j < rows_; ++j) {
            double pivot = (*this)(j, j);
            for (std::size_t k = 0; k < j; ++k) pivot -= (*this)(j, k) * (*this)(j, k);
            double const root = (*this)(j, j) = pivot > 0 ? std::sqrt(pivot) : 0;
            for (std::size_t i = j + 1; i < rows_; ++i) {
                double value = (*this)(i, j);
                for (std::size_t k = 0; k < j; ++k) value -= (*this)(i, k) * (*this)(j, k);
                (*this)(i, j) = root > 0 ? value / root : 0;
            }
        }
    }

    /// L times a number.
    inline void scale(double factor) const {
        for (std::size_t i = 0; i < rows_; ++i)
            for (std::size_t j = 0; j <= i; ++j) (*this)(i, j) *= factor;
    }

    /// x ← L⁻¹x.
    inline void solve_lower(vector_out x) const {
        for (std::size_t i = 0; i < rows_; ++i) {
            for (std::size_t j = 0; j < i; ++j) x[i] -= (*this)(i, j) * x[j];
            x[i] /= (*this)(i, i);
        }
    }

    /// x ← L⁻ᵀx.
    inline void solve_upper(vector_out x) const {
        for (std::size_t i = rows_; i-- > 0;) {
            for (std::size_t j = i + 1; j < rows_; ++j) x[i] -= (*this)(j, i) * x[j];
            x[i] /= (*this)(i, i);
        }
    }

    /// Column i of L.
    inline void column(std::size_t i, vector_out out) const {
        for (std::size_t k = 0; k < rows_; ++k) out[k] = k < i ? 0 : (*this)(k, i);
    }
    /// The product of that column and x.
    inline double along_column(std::size_t i, vector_view x) const {
        double sum = 0;
        for (std::size_t k = i; k < rows_; ++k) sum += (*this)(k, i) * x[k];
        return sum;
    }
    /// xᵀL Lᵀx = |Lᵀx|².
    inline double squared_norm(vector_view x) const {
        double sum = 0;
        for (std::size_t i = 0; i < rows_; ++i) {
            double const along = along_column(i, x);
            sum += along * along;
        }
        return sum;
    }

    /// S, of which the lower triangle is here, becomes S − F Fᵀ.
    inline void subtract_square(small_triangle const& f) const {
        for (std::size_t i = 0; i < rows_; ++i)
            for (std::size_t j = 0; j <= i; ++j)
                for (std::size_t k = 0; k <= j; ++k) (*this)(i, j) -= f(i, k) * f(j, k);
    }

    /// ‖LᵀSL‖∞, the largest sum of absolute values in a row, of a symmetric S whose rows are `stride` numbers apart: no eigenvalue is larger.
    inline double largest_row_sum(double const* s, std::size_t stride) const {
        double largest = 0;
        for (std::size_t i = 0; i < rows_; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < rows_; ++j) {
                double entry = 0;
                for (std::size_t k = i; k < rows_; ++k)
                    for (std::size_t l = j; l < rows_; ++l) entry += (*this)(k, i) * s[k * stride + l] * (*this)(l, j);
                sum += std::abs(entry);
            }
            largest = std::max(largest, sum);
        }
        return largest;
    }

private:
    std::size_t rows_;
    vector_out elements_;
};

}  // namespace firefly
