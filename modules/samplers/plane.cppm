/// A log density on the plane c + x a + y b, c, a and b given as displacements from the anchor: everything that is linear or quadratic in
/// θ is worked out for the three of them once, O(MD + D²).
///
///     Q(c + xa + yb) = constant + Σ_i t_i g·e_i − ½ Σ_ij t_i t_j e_iᵀPe_j,   e = (c, a, b), t = (1, x, y)
module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

export module firefly.samplers:plane;

import firefly.external;
import firefly.core;

namespace firefly {

/// A quadratic form on a plane.
struct plane_form {
    double constant = 0;
    std::array<double, 3> linear{};
    std::array<std::array<double, 3>, 3> square{};

    inline double operator()(double x, double y) const {
        std::array<double, 3> const t{1, x, y};
        double sum = constant;
        for (std::size_t i = 0; i < 3; ++i) {
            sum += t[i] * linear[i];
            for (std::size_t j = 0; j < 3; ++j) sum -= t[i] * t[j] * square[i][j] / 2;
        }
        return sum;
    }
};

/// What is known of c, a and b while a plane is open.
struct opened_plane {
    std::array<vector_view, 3> vectors;
    std::array<std::vector<double>, 3> delta;      // their predictors of the bright data
    plane_form distance;                           // by which regions are told apart
    std::vector<std::optional<plane_form>> forms;  // the pseudo-prior of each region, made when it is entered
};

/// c + x a + y b.
inline void combine(auto const& vectors, double x, double y, vector_out sum) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = vectors[0][i] + x * vectors[1][i] + y * vectors[2][i];
}

/// What such a vector brings need not be worked out: where ellipses are centred at the anchor, c is one.
inline bool is_zero(vector_view x) {
    return std::ranges::all_of(x, [](double value) { return value == 0; });
}

/// Q on the plane; `scratch` has as many numbers as θ.
plane_form restrict_to_plane(quadratic const& q, std::array<vector_view, 3> const& e, vector_out scratch);

/// The distance by which the regions of a bound are told apart, as a form on a plane: −½ of it, by polarisation. `sum` is memory for a vector.
template <CurvedBound B>
plane_form distance_on_plane(B const& bound, std::array<vector_view, 3> const& plane, vector_out sum) {
    plane_form result{};
    auto const distance = [&](std::size_t i, std::size_t j) {
        std::ranges::transform(plane[i], plane[j], sum.begin(), std::plus{});
        return bound.squared_distance(sum);
    };
    std::size_t const first = is_zero(plane[0]) ? 1 : 0;
    for (std::size_t i = first; i < 3; ++i) result.square[i][i] = bound.squared_distance(plane[i]);
    for (std::size_t i = first; i < 3; ++i)
        for (std::size_t j = first; j < i; ++j)
            result.square[i][j] = result.square[j][i] = (distance(i, j) - result.square[i][i] - result.square[j][j]) / 2;
    return result;
}

}  // namespace firefly
