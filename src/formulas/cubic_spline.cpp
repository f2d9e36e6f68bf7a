module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "../numeric/twofold.hpp"

module firefly.formulas;

import firefly.external;

namespace firefly {

std::string cubic_spline::learn(std::span<double const> column) {
    std::vector<double> sorted(column.begin(), column.end());
    std::ranges::sort(sorted);
    double const lower = settings.lower.value_or(sorted.front()), upper = settings.upper.value_or(sorted.back());
    if (!(lower < upper)) return fmt::format("the lower bound, {}, is not below the upper one, {}", lower, upper);
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    std::vector<double> inner = settings.knots;
    if (auto const freedom = settings.degrees_of_freedom) {
        if (!inner.empty()) return "df and knots are given; give one of them";
        std::size_t const least = centred ? 1 : 2;
        if (*freedom < least) return fmt::format("df is {} and must be {} or more", *freedom, least);
        std::erase_if(sorted, [&](double x) { return x < lower || x > upper; });
        std::size_t const count = *freedom + centred - 2;
        if (sorted.empty() && count > 0) return "no number of the column lies within the bounds";
        if (count > 0) inner = inner_quantiles(sorted, count);
    } else if (inner.empty()) {
        return "give df or knots";
    }
    knots = {lower};
    knots.insert(knots.end(), inner.begin(), inner.end());
    knots.push_back(upper);
    if (std::ranges::adjacent_find(knots, [](double a, double b) { return !(a < b); }) != knots.end())
        return settings.knots.empty() ? "the column has too few different numbers for this df"
                                      : "knots must ascend within the bounds";
    find_curvature();
    if (!centred) return "";
    std::vector<twofold> sums(knots.size());
    for (double const x : column) values_at(x, [&](std::size_t k, double value) { sums[k] = sums[k] + value; });
    twofold squares;
    for (auto& sum : sums) {
        sum = sum / twofold{static_cast<double>(column.size())};
        squares = squares + sum * sum;
    }
    // The reflection takes the means to a multiple of the first unit vector, away from their own first element: nothing cancels.
    twofold const first = sums[0], target = first.high > 0 ? -root(squares) : root(squares);
    strength = ((target - first) / target).value();
    mirror.assign(1, 1.0);
    for (std::size_t k = 1; k < sums.size(); ++k) mirror.push_back((sums[k] / (first - target)).value());
    return "";
}

/// F: the inner rows solve h_{i−1}/6 γ_{i−1} + (h_{i−1} + h_i)/3 γ_i + h_i/6 γ_{i+1} = second differences of β, by elimination from the top and
/// substitution from the bottom; the matrix has a dominant diagonal.
void cubic_spline::find_curvature() {
    std::size_t const size = knots.size();
    curvature.assign(size * size, 0);
    auto const row = [&](std::size_t i) { return curvature.begin() + static_cast<std::ptrdiff_t>(i * size); };
    auto const width = [&](std::size_t i) { return knots[i + 1] - knots[i]; };
    std::vector<double> pivot(size);
    for (std::size_t i = 1; i + 1 < size; ++i) {
        row(i)[static_cast<std::ptrdiff_t>(i - 1)] = 1 / width(i - 1);
        row(i)[static_cast<std::ptrdiff_t>(i + 1)] = 1 / width(i);
        row(i)[static_cast<std::ptrdiff_t>(i)] = -1 / width(i - 1) - 1 / width(i);
        pivot[i] = (width(i - 1) + width(i)) / 3;
        if (i == 1) continue;
        double const share = width(i - 1) / 6 / pivot[i - 1];
        pivot[i] -= share * width(i - 1) / 6;
        for (std::size_t k = 0; k < size; ++k) curvature[i * size + k] -= share * curvature[(i - 1) * size + k];
    }
    for (std::size_t i = size - 2; i >= 1 && size > 2; --i)
        for (std::size_t k = 0; k < size; ++k) {
            double const below = i + 2 < size ? width(i) / 6 * curvature[(i + 1) * size + k] : 0;
            curvature[i * size + k] = (curvature[i * size + k] - below) / pivot[i];
        }
}

template <class Out>
void cubic_spline::values_at(double x, Out const& add) const {
    std::size_t const size = knots.size();
    auto const above = static_cast<std::size_t>(std::lower_bound(knots.begin(), knots.end(), x) - knots.begin());
    std::size_t const j = std::clamp<std::size_t>(above, 1, size - 1) - 1;
    double const width = knots[j + 1] - knots[j], left = x - knots[j], right = knots[j + 1] - x;
    double const right_cube = x > knots.back() ? 0 : right * right * right / (6 * width);
    double const left_cube = x < knots.front() ? 0 : left * left * left / (6 * width);
    double const lower_bend = right_cube - width * right / 6, upper_bend = left_cube - width * left / 6;
    for (std::size_t k = 0; k < size; ++k)
        add(k, lower_bend * curvature[j * size + k] + upper_bend * curvature[(j + 1) * size + k] +
                   (k == j       ? right / width
                    : k == j + 1 ? left / width
                                 : 0));
}

void cubic_spline::encode(double x, double* out) const {
    bool const outside = !(x >= lower() && x <= upper());
    if (outside && (std::isnan(x) || settings.beyond == beyond_bounds::refuse || settings.beyond == beyond_bounds::zero)) {
        bool const zero = !std::isnan(x) && settings.beyond == beyond_bounds::zero;
        std::fill_n(out, columns(), zero ? 0 : std::numeric_limits<double>::quiet_NaN());
        return;
    }
    if (outside && settings.beyond == beyond_bounds::clip) x = std::clamp(x, lower(), upper());
    if (!centred) return values_at(x, [&](std::size_t k, double value) { out[k] = value; });
    double along = 0;
    values_at(x, [&](std::size_t k, double value) {
        along += value * mirror[k];
        if (k > 0) out[k - 1] = value;
    });
    for (std::size_t k = 1; k < knots.size(); ++k) out[k - 1] -= strength * along * mirror[k];
}

std::vector<double> cubic_spline::numbers() const {
    std::vector<double> result = knots;
    if (!centred) return result;
    result.insert(result.end(), mirror.begin(), mirror.end());
    result.push_back(strength);
    return result;
}

bool cubic_spline::restore(std::span<double const> learned) {
    std::size_t const size = centred ? (learned.size() - 1) / 2 : learned.size();
    if (learned.size() < 2 + 3 * centred || learned.size() != (centred ? 2 * size + 1 : size)) return false;
    knots.assign(learned.begin(), learned.begin() + static_cast<std::ptrdiff_t>(size));
    if (std::ranges::adjacent_find(knots, [](double a, double b) { return !(a < b); }) != knots.end()) return false;
    if (centred) {
        mirror.assign(learned.begin() + static_cast<std::ptrdiff_t>(size), learned.end() - 1);
        strength = learned.back();
    }
    find_curvature();
    return true;
}

}  // namespace firefly
