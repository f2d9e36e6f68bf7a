/// `cr(x, df=5)`: natural cubic regression splines. A column for each knot; its coefficient is the value of the curve there.
///
///     f(x) = a⁻ β_j + a⁺ β_{j+1} + c⁻ γ_j + c⁺ γ_{j+1},   x_j ≤ x ≤ x_{j+1},   h = x_{j+1} − x_j
///     a⁻ = (x_{j+1} − x)/h,   a⁺ = (x − x_j)/h,   c⁻ = ((x_{j+1} − x)³/h − h (x_{j+1} − x))/6,   c⁺ = ((x − x_j)³/h − h (x − x_j))/6
///
/// Second derivatives γ = Fβ make the curve smooth and vanish at the ends: a tridiagonal system (Wood 2006, "Generalized additive models",
/// section 4.1.2). Beyond the outer knots it goes on as a line. Knots are the ends of the column and quantiles of its different numbers.
/// With constraints='center' the columns are those of a curve whose mean over the rows is zero: one fewer than knots, by a Householder
/// reflection of the column means. Cost: as many operations a row as there are knots; learning sorts the column.
module;
#include <cstddef>
#include <span>
#include <string>
#include <vector>

export module firefly.formulas:cubic_spline;

import :knots;

namespace firefly {

/// A natural cubic spline as the formula asks for it, with what was learned from the column.
export struct cubic_spline {
    bool centred = false;
    spline_settings settings = {.beyond = beyond_bounds::extend};
    std::vector<double> knots = {};      // learned
    std::vector<double> mirror = {};     // the reflection's vector, its first number 1; empty where the curve is not centred
    double strength = 0;                 // I − strength · mirror mirrorᵀ
    std::vector<double> curvature = {};  // F, row after row: of the knots alone

    inline std::size_t columns() const { return knots.size() - centred; }
    /// What is wrong, or nothing.
    std::string learn(std::span<double const> column);
    /// NaN in all columns where a number beyond the bounds is to be refused.
    void encode(double x, double* out) const;

    inline double lower() const { return knots.front(); }
    inline double upper() const { return knots.back(); }
    std::vector<double> numbers() const;
    bool restore(std::span<double const> learned);

private:
    void find_curvature();
    /// One number for each knot.
    template <class Out>
    void values_at(double x, Out const& add) const;
};

}  // namespace firefly
