module;
#include <cmath>
#include <cstddef>
#include <span>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

double log_density_of_predictors(scaled_frame const& frame, vector_view u, vector_out memory) {
    std::size_t const size = u.size(), columns = frame.shift.size();
    row_list const rows{frame.rows, columns};
    small_triangle const lower(size, memory.first(size * size));
    vector_out const miss = memory.subspan(size * size, size);
    for (std::size_t i = 0; i < size; ++i) {
        miss[i] = u[i] - dot(rows.row(i), as_view(frame.shift));
        for (std::size_t j = 0; j <= i; ++j) lower(i, j) = dot(rows.row(i), rows.row(j));
    }
    lower.factorise();
    // Stricter than a sweep is with the inverse of the same matrix: what passes here passes there.
    constexpr double least_pivot = 1e-7;
    double log_determinant = 0;
    for (std::size_t i = 0; i < size; ++i) {
        double length = 0;
        for (std::size_t j = 0; j <= i; ++j) length += lower(i, j) * lower(i, j);
        double const pivot = lower(i, i) * lower(i, i);
        if (!(pivot > least_pivot * length)) return -infinity;
        log_determinant += std::log(pivot);
    }
    lower.solve_lower(miss);
    return -(log_determinant + dot(miss, miss)) / 2;
}

}  // namespace firefly
