/// A symmetric matrix that is mostly zeros, such as the precision of a model with thousands of levels.
///
/// Kept are the diagonal and, row by row, the numbers below it that were given, zeros among them: where a matrix may have numbers is known
/// from where it comes from, and must not depend on their values. Memory: 12 bytes for each of them. Cost: a product touches each once.
module;
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

export module firefly.numeric:sparse_symmetric;

import firefly.external;
import :numbers;

namespace firefly {

/// From this many parameters on, sums over rows with groups are made as sparse matrices: below, dense ones take less time.
export inline constexpr std::size_t least_sparse = 600;

/// The diagonal and the numbers below it.
export class sparse_symmetric {
public:
    struct entry {
        std::size_t row, column;  // column ≤ row
        double value;
    };

    /// Of no size.
    sparse_symmetric() = default;
    /// Entries come in the order of their rows and, in a row, of their columns, none twice. The diagonal is zero where there is none.
    sparse_symmetric(std::size_t dimension, std::vector<entry> const& entries);
    /// What is not zero of a dense one, of which the lower triangle is read.
    explicit sparse_symmetric(matrix const& symmetric);

    inline std::size_t dimension() const { return diagonal_.size(); }
    inline vector const& diagonal() const { return diagonal_; }
    /// Of row i, what stands before the diagonal.
    inline std::span<std::uint32_t const> columns(std::size_t i) const { return std::span(columns_).subspan(begin_[i], count(i)); }
    inline vector_view values(std::size_t i) const { return vector_view(values_).subspan(begin_[i], count(i)); }
    /// Throws `invalid_argument` for a place off the diagonal that is not kept.
    double at(std::size_t i, std::size_t j) const;

    /// Must have the same dimension, or this one none. Places of both are kept.
    sparse_symmetric& operator+=(sparse_symmetric const& other);
    sparse_symmetric& operator*=(double factor);
    void add_diagonal(vector_view more);
    /// result += S x. The two must not overlap.
    void add_product(vector_view x, vector_out result) const;
    /// Both triangles filled.
    matrix dense() const;

    friend bool operator==(sparse_symmetric const&, sparse_symmetric const&) = default;

private:
    inline std::size_t count(std::size_t i) const { return begin_[i + 1] - begin_[i]; }
    sparse_symmetric joined(sparse_symmetric const& other) const;

    vector diagonal_ = zeros(0);
    std::vector<std::size_t> begin_ = {0};  // of each row, and where the last ends
    std::vector<std::uint32_t> columns_;
    std::vector<double> values_;
};

}  // namespace firefly
