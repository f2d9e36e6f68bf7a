module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

double log_density_of_predictors(scaled_frame const& frame, vector_view u, vector_out memory) {
    std::size_t const size = u.size(), stride = padded(size);
    row_list const rows{std::span(frame.rows).first(size), frame.shift.size()};
    multiply_row_pairs(rows, memory.first(size * stride));
    for (std::size_t i = 0; i < size; ++i) std::ranges::copy(memory.subspan(i * stride, i + 1), &memory[i * size]);
    small_triangle const lower(size, memory.first(size * size));
    lower.factorise();
    vector_out const miss = memory.subspan(size * size, size);
    predict(rows, as_view(frame.shift), miss);
    subtract(u, miss, miss);
    // Stricter than a sweep is with the inverse of the same matrix: what passes here passes there.
    constexpr double least_pivot = 1e-7;
    double log_determinant = 0;
    for (std::size_t i = 0; i < size; ++i) {
        double length = 0;
        for (std::size_t j = 0; j <= i; ++j) length += lower(i, j) * lower(i, j);
        double const pivot = lower(i, i) * lower(i, i);
        if (!(pivot > least_pivot * length)) return -infinity;
        log_determinant += portable::log(pivot);
    }
    lower.solve_lower(miss);
    return -(log_determinant + dot(miss, miss)) / 2;
}

}  // namespace firefly
