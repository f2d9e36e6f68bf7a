/// The K − 1 predictors that matter of a datum's K: a number added to all of them changes nothing.
///
///     δ = E u,   u = Eᵀδ,   E of K×(K−1) with orthonormal columns orthogonal to (1, …, 1): Helmert's
///     E_kj = 1/√((j+1)(j+2)) for k ≤ j,   −(j+1)/√((j+1)(j+2)) for k = j + 1,   0 beyond
///
/// For K = 1 there is nothing to leave out: E = 1.
module;
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

export module firefly.samplers:contrasts;

import firefly.core;

namespace firefly {

class contrasts {
public:
    inline explicit contrasts(std::size_t width) : width_(width), entries_(width * count(), 1.0) {
        if (width == 1) return;
        for (std::size_t k = 0; k < width; ++k)
            for (std::size_t j = 0; j < count(); ++j) {
                double const n = static_cast<double>(j + 1), scale = 1 / std::sqrt(n * (n + 1));
                entries_[k * count() + j] = k <= j ? scale : k == j + 1 ? -n * scale : 0;
            }
    }

    inline std::size_t width() const { return width_; }
    inline std::size_t count() const { return width_ == 1 ? 1 : width_ - 1; }

    /// E_kj.
    inline double operator()(std::size_t k, std::size_t j) const { return entries_[k * count() + j]; }

    /// δ = E u.
    inline void expand(vector_view u, vector_out delta) const {
        for (std::size_t k = 0; k < width_; ++k) {
            delta[k] = 0;
            for (std::size_t j = 0; j < count(); ++j) delta[k] += (*this)(k, j) * u[j];
        }
    }

    /// u = Eᵀδ.
    inline void reduce(vector_view delta, vector_out u) const {
        for (std::size_t j = 0; j < count(); ++j) {
            u[j] = 0;
            for (std::size_t k = 0; k < width_; ++k) u[j] += (*this)(k, j) * delta[k];
        }
    }

    /// Eᵀ ⊗ xᵀ of each row x = `row(i)`: as many rows as there are contrasts, of as many numbers as there are weights, in some memory.
    inline vector_view stack(std::size_t rows, auto const& row, std::vector<double>& memory) const {
        memory.clear();
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < count(); ++j)
                for (std::size_t k = 0; k < width_; ++k)
                    for (double const x : row(i)) memory.push_back((*this)(k, j) * x);
        return memory;
    }

    /// EᵀSE.
    inline void reduce_matrix(vector_view s, vector_out result) const {
        for (std::size_t i = 0; i < count(); ++i)
            for (std::size_t j = 0; j < count(); ++j) {
                double sum = 0;
                for (std::size_t k = 0; k < width_; ++k)
                    for (std::size_t l = 0; l < width_; ++l) sum += (*this)(k, i) * s[k * width_ + l] * (*this)(l, j);
                result[i * count() + j] = sum;
            }
    }

private:
    std::size_t width_;
    std::vector<double> entries_;  // row by row
};

}  // namespace firefly
