/// The factor of a precision that is mostly zeros because of groups: A + diag(more) = L Lᵀ for many diagonals.
///
///     a level g of a factor, of which A knows its own diagonal and its products with the common columns c (and with other coordinates of g):
///     A = [ E  Wᵀ ]     E = R Rᵀ sparse,   V = W R⁻ᵀ,   C Cᵀ = K − V Vᵀ dense,   L = [ R  0 ],   log|A| = 2 Σ log R_ii + 2 Σ log C_ii
///         [ W  K  ]                                                                  [ V  C ]
///
/// Coordinates are eliminated one by one, always that with the fewest nonzeros left in its column, the first of equals: the minimum degree
/// ordering (A. George and J. W. H. Liu, The evolution of the minimum degree ordering algorithm, SIAM Review 31, 1989). An elimination joins all
/// coordinates that its column has, which may fill zeros: where factors are crossed, levels of the larger fill the block of the other. The order is
/// found once, from where A is zero, and stops where the rest, the core, is cheaper as a dense matrix. `dense` factorises the core, in the
/// coordinates' own order; a matrix without zeros is all core and has the factor that `cholesky` makes of it, to the last bit.
///
/// Every number of w = L⁻¹x stands at the place of its coordinate. L is lower triangular in the order of elimination, not in that of the coordinates.
///
/// Cost with G levels and p common columns: O(Gp² + p³) for a factor, O(Gp + p²) for a solution, where levels at which x is zero cost nothing
/// beyond a look. Nothing is allocated after construction, but for the core's factor and sums at the first factorisation and, by each thread,
/// memory for a core's vector.
module;
#include <cstddef>
#include <span>
#include <vector>

export module firefly.numeric:sparse_cholesky;

import firefly.external;
import :factorisation;
import :numbers;
import :sparse_symmetric;

namespace firefly {

/// The order of elimination, and the factor that was made last.
export class sparse_cholesky {
public:
    sparse_cholesky() = default;
    /// Finds the order and keeps what is not zero of A, whose lower triangle it reads. There is no factor yet.
    explicit sparse_cholesky(matrix const& symmetric);
    /// The same, where every place that is kept counts as not zero.
    explicit sparse_cholesky(sparse_symmetric const& symmetric);

    inline std::size_t dimension() const { return columns_.size() + core_coordinates_.size(); }
    /// How many coordinates the dense core has.
    inline std::size_t core_size() const { return core_coordinates_.size(); }

    /// The factor of A + diag(more). False where that is not positive definite, or so nearly that a pivot is made of rounding errors: the factor
    /// is undefined then.
    bool refactorise(vector_view more);
    /// The factor of another matrix with the same places. False as above.
    bool factorise(sparse_symmetric const& other);
    /// log det(A + diag(more)).
    double log_determinant() const;
    /// x ← L⁻¹ x.
    void solve_lower(vector_out x) const;
    /// x ← L⁻ᵀ x: turns standard normals into N(0, (L Lᵀ)⁻¹).
    void solve_upper(vector_out x) const;
    /// x ← Lᵀ x: undoes `solve_upper`.
    void multiply_upper(vector_out x) const;
    /// xᵀ L Lᵀ x = |Lᵀx|².
    double squared_norm(vector_view x) const;
    /// Of (L Lᵀ)⁻¹ the numbers in the places of L, which have all places of A: selected inversion (K. Takahashi, J. Fagan and M.-S. Chin, Formation of a
    /// sparse bus impedance matrix and its application to short circuit study, PICA 1973). Backwards from the core's inverse,
    ///
    ///     Z_ik = −Σ_j Z_ij L_jk / L_kk,   Z_kk = (1/L_kk − Σ_j Z_jk L_jk) / L_kk,   i and j the rows that column k has below its diagonal
    ///
    /// It needs no other numbers of the inverse: what a column joins was filled. Cost: that of a factor.
    sparse_symmetric selected_inverse() const;

private:
    /// Numbers that lie together in the core.
    struct run {
        std::size_t first, length;
    };
    /// What is subtracted, times the number of a link, from numbers of the column that the link leads to. Places in `values_`.
    struct move {
        std::size_t from, to, length;
    };
    /// A number of a column, in the row of a coordinate that is eliminated later: as a place among columns, and with its moves up to this end.
    struct link {
        std::size_t column, moves_end;
    };
    /// An eliminated coordinate. Its numbers are `values_` from `links` on, one for each link, and from `core` on, those of its runs. A wide one has
    /// a single run, the whole core, with zeros where need be.
    struct column {
        std::size_t coordinate;
        std::size_t links, links_end;
        std::size_t core, core_length;
        std::size_t runs, runs_end;
    };
    /// A number of a column: its row in the order of elimination, and its place in `values_`.
    struct entry {
        std::size_t row, place;
    };

    void lay_out(std::vector<std::size_t> const& order, std::vector<std::vector<std::size_t>> const& later, std::size_t size);
    void place_numbers();
    void connect();
    void take_values(sparse_symmetric const& symmetric);
    std::vector<entry> entries(column const& c) const;
    std::size_t coordinate(std::size_t row) const;
    std::span<double> take_core(vector_view x) const;
    void put_core(vector_view part, vector_out x) const;
    double upper_product(std::size_t k, vector_view x) const;
    bool eliminate(vector_view more);
    void subtract_from_core(column const& c);
    inline bool is_wide(column const& c) const { return c.core_length == core_size(); }

    std::vector<column> columns_;  // in the order of elimination
    std::vector<link> links_;      // those of the first column, of the second and so on; values_[e] is the number of link e
    std::vector<run> runs_;        // likewise
    std::vector<move> moves_;      // likewise, of links
    std::size_t wide_count_ = 0;  // wide columns have their core numbers directly behind those of links, one column after the other
    std::vector<double> original_, values_;      // of A and of L
    std::vector<double> diagonal_, pivots_;      // of the columns: of A, and of L
    std::vector<std::size_t> core_coordinates_;  // ascending
    matrix core_ = zeros(0, 0);                  // of A
    matrix reduced_ = zeros(0, 0);               // less what was eliminated
    std::vector<double> core_more_;              // of a diagonal
    std::vector<double> gram_memory_;            // of what wide columns bring
    cholesky core_factor_;
};

}  // namespace firefly
