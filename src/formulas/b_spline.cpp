module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

module firefly.formulas;

import firefly.external;

namespace firefly {

namespace {

constexpr std::size_t highest_degree = 20;

}  // namespace

std::string b_spline::learn(std::span<double const> column) {
    if (degree > highest_degree) return fmt::format("the degree is at most {}", highest_degree);
    std::vector<double> sorted(column.begin(), column.end());
    std::ranges::sort(sorted);
    double const lower = settings.lower.value_or(sorted.front()), upper = settings.upper.value_or(sorted.back());
    if (!(lower < upper)) return fmt::format("the lower bound, {}, is not below the upper one, {}", lower, upper);
    std::vector<double> inner = settings.knots;
    if (auto const freedom = settings.degrees_of_freedom) {
        if (!inner.empty()) return "df and knots are given; give one of them";
        std::size_t const least = degree + first_column;
        if (*freedom < least) return fmt::format("df is {} and must be {} or more for this degree", *freedom, least);
        bool const whole = settings.beyond == beyond_bounds::refuse || settings.beyond == beyond_bounds::extend;
        if (!whole) std::erase_if(sorted, [&](double x) { return x < lower || x > upper; });
        if (sorted.empty()) return "no number of the column lies within the bounds";
        inner = inner_quantiles(sorted, *freedom - least);
    }
    if (!std::ranges::is_sorted(inner)) return "knots must ascend";
    if (!inner.empty() && (inner.front() < lower || inner.back() > upper)) return "a knot lies outside the bounds";
    knots.assign(degree + 1, lower);
    knots.insert(knots.end(), inner.begin(), inner.end());
    knots.insert(knots.end(), degree + 1, upper);
    return columns() == 0 ? "there is no column left; give df or knots" : "";
}

/// i with t_i ≤ x < t_{i+1}; the first and the last piece go on beyond the bounds, and the last one has its upper end.
std::size_t b_spline::piece(double x) const {
    std::size_t const first = degree, last = knots.size() - degree - 2;
    auto const above = std::upper_bound(knots.begin() + static_cast<std::ptrdiff_t>(first),
                                        knots.begin() + static_cast<std::ptrdiff_t>(last + 1), x);
    auto const found = static_cast<std::size_t>(above - knots.begin());
    return found > first ? found - 1 : first;
}

void b_spline::encode(double x, double* out) const {
    bool const outside = !(x >= lower() && x <= upper());
    double const missing = settings.beyond == beyond_bounds::refuse || std::isnan(x) ? std::numeric_limits<double>::quiet_NaN() : 0;
    std::fill_n(out, columns(), outside ? missing : 0);
    if (outside && settings.beyond == beyond_bounds::clip) x = std::clamp(x, lower(), upper());
    if (outside && (std::isnan(x) || settings.beyond == beyond_bounds::refuse || settings.beyond == beyond_bounds::zero)) return;
    std::size_t const at = piece(x);
    auto const share = [&](std::size_t i, std::size_t d) {
        double const width = knots[i + d] - knots[i];
        return width != 0 ? (x - knots[i]) / width : 0;
    };
    // Of degree d the splines from at − d to at are not zero; `value[k]` is that of at − degree + k.
    std::array<double, highest_degree + 2> value{};
    value[degree] = 1;
    for (std::size_t d = 1; d <= degree; ++d)
        for (std::size_t k = degree - d; k <= degree; ++k) {
            std::size_t const i = at - degree + k;
            value[k] = share(i, d) * value[k] + (1 - share(i + 1, d)) * value[k + 1];
        }
    for (std::size_t k = 0; k <= degree; ++k) {
        std::size_t const column = at - degree + k;
        if (first_column)
            out[column] = value[k];
        else if (column > 0)
            out[column - 1] = value[k];
    }
}

bool b_spline::restore(std::span<double const> learned) {
    if (degree > highest_degree || learned.size() < 2 * degree + 2 || !std::ranges::is_sorted(learned)) return false;
    knots.assign(learned.begin(), learned.end());
    return columns() > 0 && lower() < upper();
}

}  // namespace firefly
