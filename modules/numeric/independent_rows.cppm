/// Which of some rows are linearly independent, and what the others are made of: Cholesky's factor of their products, row by row, in which a row is left
/// out where its pivot says that those before it span it.
///
///     G = T Tᵀ,   l_i = L⁻¹ G_iS,   p_i = G_ii − |l_i|²
///     p_i > ε G_ii:  row i joins S, and L has one row more;   otherwise t_i ≈ Σ_{k ∈ S} B_ik t_k,   B_i = L⁻ᵀ l_i,   off by √p_i
///
/// A row is looked at after all before it: which rows are chosen depends on their order, and on nothing else.
/// Cost in multiplications: n r²/2 for r independent rows of n. LAPACK's pivoted Cholesky (dpstrf) chooses by size, which would change the order, and
/// leaves B to be found.
module;
#include <cstddef>
#include <span>
#include <vector>

export module firefly.numeric:independent_rows;

import :numbers;

namespace firefly {

/// The rows that are independent, in their order, then the others in theirs; and B, a row for each of the others.
export struct row_dependence {
    std::vector<std::size_t> order;
    std::size_t independent = 0;
    std::vector<double> weights;

    inline std::size_t others() const { return order.size() - independent; }
    inline vector_view weights_of(std::size_t other) const {
        return vector_view(weights).subspan(other * independent, independent);
    }
};

/// Of n rows whose products fill the lower triangle of `products`, `padded(n)` numbers apart; they are overwritten. `least_pivot` is ε. A weight is
/// zero where it brings less than 1e-8 of the row's length. Allocates only where no earlier result was as large.
export void find_dependence(std::size_t n, vector_out products, double least_pivot, row_dependence& result);

}  // namespace firefly
