/// Eigenvalues of symmetric matrices in one order, of firefly.numeric:dense.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lanes.hpp"

module firefly.numeric;

import :dense;
import :row_products;

namespace firefly::in_one_order {

namespace {

/// S −= u qᵀ + q uᵀ in the same rows.
FIREFLY_VECTORISED void subtract_pair(double* s, std::size_t stride, std::size_t n, double const* u, double const* q) {
    for (std::size_t i = 0; i < n; ++i) {
        double* const row = s + i * stride;
        std::size_t j = 0;
        for (; j + lane_count <= i; j += lane_count) store(load(row + j) - u[i] * load(q + j) - q[i] * load(u + j), row + j);
        for (; j <= i; ++j) row[j] = row[j] - u[i] * q[j] - q[i] * u[j];
    }
}

/// A symmetric matrix of three diagonals: `beside[i]` stands between i and i + 1.
struct three_diagonals {
    std::vector<double> diagonal, beside;
};

/// From the last row up, a reflection I − u uᵀ/h takes all of the row but the number beside the diagonal to zero.
three_diagonals reduced(matrix s) {
    std::size_t const n = s.shape(0);
    three_diagonals result{std::vector<double>(n), std::vector<double>(n)};
    std::vector<double> q(n);
    for (std::size_t i = n; i-- > 0;) {
        result.diagonal[i] = s(i, i);
        if (i == 0) break;
        vector_out const u(&s(i, 0), i);
        double const last = u[i - 1], square = dot(u, u);
        result.beside[i - 1] = last;
        if (!(square > last * last)) continue;  // nothing to take
        double const length = std::copysign(std::sqrt(square), last), h = square + last * length;
        result.beside[i - 1] = -length;
        u[i - 1] = last + length;
        vector_out const p(q.data(), i);
        std::ranges::fill(p, 0.0);
        add_symmetric_product(s.data(), n, i, u.data(), p.data());
        for (double& value : p) value /= h;
        add_multiple(-dot(u, p) / (2 * h), u, p);
        subtract_pair(s.data(), n, i, u.data(), p.data());
    }
    return result;
}

/// A sweep of rotations from the end of a part up to its beginning, with Wilkinson's shift. The part ends early where a rotation has nothing to turn.
void sweep(three_diagonals& of, std::size_t begin, std::size_t end) {
    auto& [d, e] = of;
    double const ratio = (d[begin + 1] - d[begin]) / (2 * e[begin]), root = std::sqrt(ratio * ratio + 1);
    double g = d[end] - d[begin] + e[begin] / (ratio + std::copysign(root, ratio));
    double sine = 1, cosine = 1, shift = 0;
    for (std::size_t i = end; i-- > begin;) {
        double const f = sine * e[i], b = cosine * e[i], length = std::sqrt(f * f + g * g);
        e[i + 1] = length;
        if (length == 0) {
            d[i + 1] -= shift;
            e[end] = 0;
            return;
        }
        sine = f / length;
        cosine = g / length;
        g = d[i + 1] - shift;
        double const turned = (d[i] - g) * sine + 2 * cosine * b;
        shift = sine * turned;
        d[i + 1] = g + shift;
        g = cosine * turned - b;
    }
    d[begin] -= shift;
    e[begin] = g;
    e[end] = 0;
}

}  // namespace

vector symmetric_eigenvalues(matrix const& symmetric) {
    std::size_t const n = symmetric.shape(0);
    // A power of two that makes the largest number about one: squares neither overflow nor vanish.
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j <= i; ++j) largest = std::max(largest, std::abs(symmetric(i, j)));
    int const exponent = largest > 0 && std::isfinite(largest) ? std::ilogb(largest) : 0;
    matrix scaled = symmetric;
    for (double& value : scaled) value = std::ldexp(value, -exponent);
    three_diagonals of = reduced(std::move(scaled));
    constexpr int most_sweeps = 60;  // of one eigenvalue; two are usual, and what is no number would go on for ever
    for (std::size_t begin = 0; begin < n; ++begin)
        for (int sweeps = 0; sweeps < most_sweeps; ++sweeps) {
            std::size_t end = begin;
            while (end + 1 < n && std::abs(of.beside[end]) > std::numeric_limits<double>::epsilon() *
                                                                 (std::abs(of.diagonal[end]) + std::abs(of.diagonal[end + 1])))
                ++end;
            if (end == begin) break;
            sweep(of, begin, end);
        }
    std::ranges::sort(of.diagonal);
    vector result = zeros(n);
    for (std::size_t i = 0; i < n; ++i) result(i) = std::ldexp(of.diagonal[i], exponent);
    return result;
}

}  // namespace firefly::in_one_order
