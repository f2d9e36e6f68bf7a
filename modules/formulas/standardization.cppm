/// `center(x)` and `scale(x)`: a number less the mean of its column, and divided by its standard deviation.
///
///     scale(x) = (x − m)/s,   s² = Σ (x − m)²/(n − 1)
///
/// Sums are made in extended precision. Cost: two passes over the numbers.
module;
#include <cstddef>
#include <span>
#include <vector>

export module firefly.formulas:standardization;

namespace firefly {

/// A mean and a standard deviation, learned from the column.
export struct standardization {
    bool divides = false;  // by the standard deviation
    double centre = 0;
    double deviation = 1;

    /// From all numbers of the column. False where they have no standard deviation above zero, and one is needed.
    bool learn(std::span<double const> column);

    inline double operator()(double x) const { return (x - centre) / deviation; }

    /// What was learned.
    inline std::vector<double> numbers() const { return {centre, deviation}; }
    bool restore(std::span<double const> learned);
};

}  // namespace firefly
