/// `bs(x, df=6)`: B-splines, piecewise polynomials of one degree that are smooth at their knots.
///
///     B_{i,0} = 1 where t_i ≤ x < t_{i+1},   B_{i,d} = α_{i,d} B_{i,d−1} + (1 − α_{i+1,d}) B_{i+1,d−1},   α_{i,d} = (x − t_i)/(t_{i+d} − t_i)
///
/// (Cox 1972 and de Boor 1972; α is 0 between equal knots.) Inner knots are quantiles of the column, df − degree of them, or given; the outer
/// ones are its ends, or given. The columns add up to one, so the first is left out unless `include_intercept` is said.
/// Cost: a search among the knots and degree² operations per row; learning sorts the column.
module;
#include <cstddef>
#include <span>
#include <string>
#include <vector>

export module firefly.formulas:b_spline;

import :knots;

namespace firefly {

/// A B-spline as the formula asks for it, with what was learned from the column.
export struct b_spline {
    std::size_t degree = 3;
    bool first_column = false;       // B_0 is a column, too
    spline_settings settings = {};   // as they were written
    std::vector<double> knots = {};  // with the outer ones repeated: learned

    inline std::size_t columns() const { return all_columns() - !first_column; }
    /// What is wrong, or nothing.
    std::string learn(std::span<double const> column);
    /// NaN in all columns where a number beyond the bounds is to be refused.
    void encode(double x, double* out) const;

    inline double lower() const { return knots.front(); }
    inline double upper() const { return knots.back(); }
    inline std::vector<double> numbers() const { return knots; }
    bool restore(std::span<double const> learned);

private:
    inline std::size_t all_columns() const { return knots.size() - degree - 1; }
    std::size_t piece(double x) const;
};

}  // namespace firefly
