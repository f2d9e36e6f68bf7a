module;
#include <algorithm>
#include <cstddef>

#include "tiles.hpp"

module firefly.numeric;

import :row_products;

namespace firefly {

namespace {

/// The products of some rows with a panel, in `columns` columns of what they become.
FIREFLY_VECTORISED void multiply_by_panel(double const* panel, combination of, std::size_t rows, std::size_t columns) {
    if (columns > 2 * lane_count)
        combine_all<3>(panel, of.length, of, rows, columns);
    else if (columns > lane_count)
        combine_all<2>(panel, of.length, of, rows, columns);
    else
        combine_all<1>(panel, of.length, of, rows, columns);
}

/// The products of rows with a matrix of `width` columns: `right(j, c)`. It is copied, 24 columns at a time.
template <class Right>
void multiply_by(matrix_view rows, std::size_t width, Right const& right, double* out) {
    aligned_numbers panel(rows.columns * panel_width);
    for (std::size_t first = 0; first < width; first += panel_width) {
        std::size_t const columns = std::min(panel_width, width - first);
        for (std::size_t j = 0; j < rows.columns; ++j)
            for (std::size_t c = 0; c < columns; ++c) panel.begin()[j * panel_width + c] = right(j, first + c);
        multiply_by_panel(panel.begin(), {rows.elements, rows.columns, out + first, width}, rows.rows, columns);
    }
}

/// Some rows, with the weights of the first class of several; those of a row are `classes` numbers from the next row's.
struct weighted_rows {
    matrix_view rows;
    double const* weights;
    std::size_t classes;

    [[gnu::always_inline]] inline double const* row(std::size_t i) const { return rows.elements + i * rows.columns; }
    [[gnu::always_inline]] inline double weight(std::size_t i, std::size_t k) const { return weights[i * classes + k]; }
};

/// sums_k += Σ_i weight_ik row_i for some classes k and `Lanes` times eight columns.
template <std::size_t Classes, std::size_t Lanes>
FIREFLY_LANES void add_columns(weighted_rows of, std::size_t first, double* sums) {
    std::size_t const columns = of.rows.columns;
    lanes tile[Classes][Lanes];
    for (std::size_t k = 0; k < Classes; ++k)
        for (std::size_t l = 0; l < Lanes; ++l) tile[k][l] = load(sums + k * columns + first + l * lane_count);
    for (std::size_t i = 0; i < of.rows.rows; ++i)
        for (std::size_t l = 0; l < Lanes; ++l) {
            lanes const row = load(of.row(i) + first + l * lane_count);
            for (std::size_t k = 0; k < Classes; ++k) tile[k][l] = tile[k][l] + of.weight(i, k) * row;
        }
    for (std::size_t k = 0; k < Classes; ++k)
        for (std::size_t l = 0; l < Lanes; ++l) store(tile[k][l], sums + k * columns + first + l * lane_count);
}

/// The last few columns.
template <std::size_t Classes>
FIREFLY_LANES void add_last_columns(weighted_rows of, std::size_t first, double* sums) {
    std::size_t const columns = of.rows.columns, count = columns - first;
    bool const is_narrow = columns < lane_count;
    lanes tile[Classes] = {};
    for (std::size_t i = 0; i < of.rows.rows; ++i) {
        lanes const row = is_narrow ? load(of.row(i), columns) : last(of.row(i) + columns, count);
        for (std::size_t k = 0; k < Classes; ++k) tile[k] = tile[k] + of.weight(i, k) * row;
    }
    for (std::size_t k = 0; k < Classes; ++k)
        for (std::size_t c = 0; c < count; ++c) sums[k * columns + first + c] += tile[k].v[is_narrow ? c : lane_count - count + c];
}

/// `Lanes` times eight columns at a time.
template <std::size_t Classes, std::size_t Lanes>
FIREFLY_LANES void add_classes(weighted_rows of, double* sums) {
    std::size_t const columns = of.rows.columns;
    std::size_t c = 0;
    for (; c + Lanes * lane_count <= columns; c += Lanes * lane_count) add_columns<Classes, Lanes>(of, c, sums);
    for (; c + lane_count <= columns; c += lane_count) add_columns<Classes, 1>(of, c, sums);
    if (c < columns) add_last_columns<Classes>(of, c, sums);
}

FIREFLY_VECTORISED void add_weighted_chunk(weighted_rows of, double* sums) {
    std::size_t const columns = of.rows.columns;
    std::size_t k = 0;
    for (; k + 4 <= of.classes; k += 4) add_classes<4, 2>({of.rows, of.weights + k, of.classes}, sums + k * columns);
    for (; k < of.classes; ++k) add_classes<1, 4>({of.rows, of.weights + k, of.classes}, sums + k * columns);
}

}  // namespace

void predict_many(std::size_t rows, std::size_t columns, double const* elements, vector_view theta, vector_out eta) {
    auto const transposed = [&](std::size_t j, std::size_t k) { return theta[k * columns + j]; };
    multiply_by({elements, rows, columns}, theta.size() / columns, transposed, eta.data());
}

void add_weighted_rows(matrix_view rows, vector_view weights, vector_out theta) {
    constexpr std::size_t together = 64;  // rows that stay in the nearest cache at usual widths
    std::size_t const width = theta.size() / rows.columns;
    for (std::size_t i = 0; i < rows.rows; i += together) {
        matrix_view const some(rows.elements + i * rows.columns, std::min(together, rows.rows - i), rows.columns);
        add_weighted_chunk({some, weights.data() + i * width, width}, theta.data());
    }
}

void multiply_rows(matrix_view rows, matrix const& s, vector_out products) {
    multiply_by(rows, rows.columns, [&](std::size_t j, std::size_t c) { return s(j, c); }, products.data());
}

}  // namespace firefly
