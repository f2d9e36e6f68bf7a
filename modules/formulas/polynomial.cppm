/// `poly(x, d)`: polynomials of degree 1 to d that are orthonormal on the column.
///
///     p_0 = 1,   p_{k+1} = (x − a_k) p_k − (n_k/n_{k−1}) p_{k−1},   a_k = Σ x p_k²/n_k,   n_k = Σ p_k²;   column k is p_k/√n_k
///
/// The recurrence of monic orthogonal polynomials, with sums over the rows of the column (Forsythe 1957, "Generation and use of orthogonal
/// polynomials for data-fitting with a digital computer"). With `raw` the columns are x, x², …, x^d. Cost: d operations per row; learning
/// keeps two numbers for each row.
module;
#include <cstddef>
#include <span>
#include <vector>

export module firefly.formulas:polynomial;

namespace firefly {

/// A polynomial as the formula asks for it, with what was learned from the column.
export struct polynomial {
    std::size_t degree = 1;
    bool raw = false;
    std::vector<double> centres = {};  // a_0, …
    std::vector<double> norms = {};    // n_0, …, n_d

    inline std::size_t columns() const { return degree; }
    /// False where the column has too few different numbers for this degree.
    bool learn(std::span<double const> column);
    void encode(double x, double* out) const;

    std::vector<double> numbers() const;
    bool restore(std::span<double const> learned);
};

}  // namespace firefly
