/// Where splines have their knots, and what happens beyond the outer ones.
module;
#include <cstddef>
#include <optional>
#include <vector>

export module firefly.formulas:knots;

namespace firefly {

/// Of a number outside the bounds: refuse it, take the nearest bound, go on with the outermost polynomials, or make every column zero.
export enum class beyond_bounds { refuse, clip, extend, zero };

/// As the formula says it; what is empty is learned.
export struct spline_settings {
    std::optional<std::size_t> degrees_of_freedom = {};
    std::vector<double> knots = {};
    std::optional<double> lower = {};
    std::optional<double> upper = {};
    beyond_bounds beyond = beyond_bounds::refuse;
};

/// Of sorted numbers: at `count` equal steps between the first and the last, both left out, with linear interpolation between neighbours.
std::vector<double> inner_quantiles(std::vector<double> const& sorted, std::size_t count);

}  // namespace firefly
