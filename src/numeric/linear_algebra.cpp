module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "packing.hpp"
#include "tiles.hpp"

module firefly.numeric;

import :row_products;

namespace firefly {

namespace {

/// Eight sums side by side, and the last few numbers by a load that ends with them.
FIREFLY_LANES double dot_of(double const* a, double const* b, std::size_t n) {
    std::size_t i = 0;
    lanes sums = lanes::every(0);
    for (; i + lane_count <= n; i += lane_count) sums = sums + load(a + i) * load(b + i);
    if (i == n) return sum(sums);
    if (n < lane_count) return sum(load(a, n) * load(b, n));
    return sum(sums + last(a + n, n - i) * load(b + n - lane_count));
}

FIREFLY_VECTORISED double dot_product(double const* a, double const* b, std::size_t n) {
    return dot_of(a, b, n);
}

FIREFLY_VECTORISED double distance_square(double const* a, double const* b, std::size_t n) {
    lanes sums = lanes::every(0);
    for (std::size_t i = 0; i < n; i += lane_count) {
        std::size_t const count = std::min(lane_count, n - i);
        lanes const difference = load(a + i, count) - load(b + i, count);
        sums = sums + difference * difference;
    }
    return sum(sums);
}

/// sum += Σ_i weights_i row_i, for 32 columns at a time: as many sums stay in registers. `row(i)` is where row i begins; it is padded.
template <class Row>
FIREFLY_LANES void add_weighted(std::size_t rows, std::size_t columns, Row const& row, double const* weights, double* sum) {
    constexpr std::size_t together = 4;
    for (std::size_t c = 0; c < columns; c += together * lane_count) {
        std::size_t const used = std::min(together, (columns - c + lane_count - 1) / lane_count);
        lanes sums[together] = {};
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t k = 0; k < together; ++k)
                if (k < used) sums[k] = sums[k] + weights[i] * load(row(i) + c + k * lane_count);
        for (std::size_t k = 0; k < used; ++k) {
            std::size_t const first = c + k * lane_count, count = std::min(lane_count, columns - first);
            store(load(sum + first, count) + sums[k], sum + first, count);
        }
    }
}

struct listed_row {
    row_list rows;
    [[gnu::always_inline]] inline double const* operator()(std::size_t i) const { return rows.rows[i]; }
};

/// Rows that follow each other at equal distances.
struct strided_row {
    double const* first;
    std::size_t stride;
    [[gnu::always_inline]] inline double const* operator()(std::size_t i) const { return first + i * stride; }
};

/// The products of each row with `width` vectors. `row(i)` is where row i begins.
template <class Row>
FIREFLY_LANES void predict_rows(std::size_t rows, std::size_t columns, Row const& row, double const* theta, std::size_t width,
                                double* eta) {
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < width; ++k) *eta++ = dot_of(row(i), theta + k * columns, columns);
}

FIREFLY_VECTORISED void predict_each(matrix_view rows, double const* theta, std::size_t width, double* eta) {
    predict_rows(rows.rows, rows.columns, strided_row{rows.elements, rows.columns}, theta, width, eta);
}

FIREFLY_VECTORISED void predict_listed(row_list rows, double const* theta, std::size_t width, double* eta) {
    predict_rows(rows.size(), rows.columns, listed_row{rows}, theta, width, eta);
}

FIREFLY_VECTORISED void add_weighted_list(row_list rows, double const* weights, double* sum) {
    add_weighted(rows.size(), rows.columns, listed_row{rows}, weights, sum);
}

FIREFLY_VECTORISED void add_weighted_padded(std::size_t n, double const* matrix, double const* weights, double* sum) {
    add_weighted(n, n, strided_row{matrix, padded(n)}, weights, sum);
}

}  // namespace

double dot(vector_view a, vector_view b) {
    return dot_product(a.data(), b.data(), a.size());
}

double squared_distance(vector_view a, vector_view b) {
    return distance_square(a.data(), b.data(), a.size());
}

void predict(matrix_view rows, vector_view theta, vector_out eta) {
    if (rows.rows == 0) return;
    std::size_t const width = theta.size() / rows.columns;
    constexpr std::size_t few = 16;  // each row is then read from memory once
    if (width > few) return predict_many(rows.rows, rows.columns, rows.elements, theta, eta);
    predict_each(rows, theta.data(), width, eta.data());
}

void predict(row_list rows, vector_view theta, vector_out eta) {
    predict_listed(rows, theta.data(), theta.size() / rows.columns, eta.data());
}

void add_weighted_rows(row_list rows, vector_view weights, vector_out sum) {
    add_weighted_list(rows, weights.data(), sum.data());
}

void multiply_padded(vector_view symmetric, vector_view x, vector_out y) {
    std::ranges::fill(y, 0.0);
    add_weighted_padded(x.size(), symmetric.data(), x.data(), y.data());
}

namespace {

/// Rows that are copied together, `padded` numbers apart: with their weighted copies they stay in the nearest cache at usual widths.
constexpr std::size_t packed_rows = 32;

constexpr double one = 1;  // the weight of rows that have none

/// sums(r, c) += Σ_i left(i, r) right(i, c) for eight r and `Lanes` times eight c.
template <std::size_t Lanes>
FIREFLY_LANES void add_tile(double const* left, double const* right, std::size_t count, std::size_t stride, double* sums) {
    lanes tile[tile_rows][Lanes] = {};
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t r = 0; r < tile_rows; ++r)
            for (std::size_t k = 0; k < Lanes; ++k)
                tile[r][k] = tile[r][k] + left[i * stride + r] * load(right + i * stride + k * lane_count);
    for (std::size_t r = 0; r < tile_rows; ++r)
        for (std::size_t k = 0; k < Lanes; ++k) {
            double* const place = sums + r * stride + k * lane_count;
            store(load(place) + tile[r][k], place);
        }
}

/// sums += Σ_i left_i right_iᵀ, in tiles that cover the lower triangle.
FIREFLY_VECTORISED void add_products(double const* left, double const* right, std::size_t count, std::size_t stride, double* sums) {
    for (std::size_t r = 0; r < stride; r += tile_rows) {
        std::size_t const end = r + tile_rows;
        std::size_t c = 0;
        for (; c + tile_lanes * lane_count <= end; c += tile_lanes * lane_count)
            add_tile<tile_lanes>(left + r, right + c, count, stride, sums + r * stride + c);
        if (end - c == 2 * lane_count) add_tile<2>(left + r, right + c, count, stride, sums + r * stride + c);
        if (end - c == lane_count) add_tile<1>(left + r, right + c, count, stride, sums + r * stride + c);
    }
}

/// Σ_i weight_i row_i row_iᵀ, on and below the diagonal, in `memory`. `weight(i)` is where row i's is; the next row's is `apart` numbers behind it.
template <class Weight>
double const* weighted_products(matrix_view rows, Weight const& weight, std::size_t apart, std::vector<double>& memory) {
    std::size_t const columns = rows.columns, stride = padded(columns);
    double* const plain = aligned_zeros(memory, (2 * packed_rows + stride) * stride);
    double *const weighted = plain + packed_rows * stride, *const sums = weighted + packed_rows * stride;
    for (std::size_t i = 0; i < rows.rows; i += packed_rows) {
        std::size_t const count = std::min(packed_rows, rows.rows - i);
        double const* const chunk = rows.elements + i * columns;
        pack(chunk, count, columns, &one, 0, plain, stride);
        pack(chunk, count, columns, weight(i), apart, weighted, stride);
        add_products(weighted, plain, count, stride, sums);
    }
    return sums;
}

}  // namespace

void add_weighted_gram(matrix_view rows, vector_view weights, matrix& gram) {
    std::vector<double> memory;
    std::size_t const columns = rows.columns, width = gram.shape(0) / columns;
    for (std::size_t k = 0; k < width; ++k)
        for (std::size_t l = 0; l <= k; ++l) {
            auto const weight = [&](std::size_t i) { return &weights[(i * width + k) * width + l]; };
            double const* const sums = weighted_products(rows, weight, width * width, memory);
            for (std::size_t d = 0; d < columns; ++d)
                for (std::size_t e = 0; e <= d; ++e) gram(k * columns + d, l * columns + e) += sums[d * padded(columns) + e];
        }
}

void subtract_gram(matrix_view rows, std::vector<double>& memory, matrix& gram) {
    double const* const sums = weighted_products(rows, [](std::size_t) { return &one; }, 0, memory);
    for (std::size_t d = 0; d < rows.columns; ++d)
        for (std::size_t e = 0; e <= d; ++e) gram(d, e) -= sums[d * padded(rows.columns) + e];
}

void mirror(matrix& symmetric, std::size_t block) {
    std::size_t const size = symmetric.shape(0);
    // Within the blocks below the diagonal, then across it.
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < i / block * block; ++j)
            if (j % block > i % block) symmetric(i, j) = symmetric(i / block * block + j % block, j / block * block + i % block);
    mirror(symmetric);
}

void mirror_padded(std::size_t n, double* symmetric) {
    std::size_t const stride = padded(n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j) symmetric[j * stride + i] = symmetric[i * stride + j];
}

void mirror(matrix& symmetric) {
    for (std::size_t i = 0; i < symmetric.shape(0); ++i)
        for (std::size_t j = 0; j < i; ++j) symmetric(j, i) = symmetric(i, j);
}

namespace {

/// y += S x, the lower triangle read once: each number of it serves its own row and the one across the diagonal.
FIREFLY_VECTORISED void add_triangle_product(double const* lower, std::size_t stride, std::size_t n, double const* x, double* y) {
    for (std::size_t i = 0; i < n; ++i) {
        double const* const row = lower + i * stride;
        lanes own = {};
        std::size_t j = 0;
        for (; j + lane_count <= i; j += lane_count) {
            lanes const some = load(row + j);
            own = own + some * load(x + j);
            store(load(y + j) + x[i] * some, y + j);
        }
        double rest = row[i] * x[i];
        for (; j < i; ++j) {
            rest += row[j] * x[j];
            y[j] += x[i] * row[j];
        }
        y[i] += sum(own) + rest;
    }
}

}  // namespace

void add_symmetric_product(double const* lower, std::size_t stride, std::size_t n, double const* x, double* y) {
    add_triangle_product(lower, stride, n, x, y);
}

void multiply_symmetric(matrix const& s, vector_view x, vector_out y, double keep) {
    if (keep == 0)
        std::ranges::fill(y, 0.0);
    else
        for (double& value : y) value *= keep;
    add_triangle_product(s.data(), s.shape(0), s.shape(0), x.data(), y.data());
}

namespace {

/// Adds the products of some rows with some others, from one column to another: every load serves several products.
template <std::size_t Rows, std::size_t Others>
FIREFLY_LANES void multiply_tile(double const* const* rows, double const* const* others, std::size_t begin, std::size_t end,
                                 double* products, std::size_t stride) {
    lanes sums[Rows][Others] = {};
    for (std::size_t k = begin; k < end; k += lane_count)
        for (std::size_t r = 0; r < Rows; ++r)
            for (std::size_t o = 0; o < Others; ++o) sums[r][o] = sums[r][o] + load(rows[r] + k) * load(others[o] + k);
    for (std::size_t r = 0; r < Rows; ++r)
        for (std::size_t o = 0; o < Others; ++o) products[r * stride + o] += sum(sums[r][o]);
}

/// Adds to the lower triangle what some columns bring, in tiles of four rows by four. Two tiles share what they read of the rows on the left.
FIREFLY_VECTORISED void multiply_pairs(row_list list, std::size_t begin, std::size_t end, double* products) {
    constexpr std::size_t side = 4;
    double const* const* const rows = list.rows.data();
    std::size_t const n = list.size(), stride = padded(n), whole = n / side * side;
    for (std::size_t first = 0; first < whole; first += 2 * side)
        for (std::size_t j = 0; j < std::min(first + 2 * side, whole); j += side)
            for (std::size_t i = std::max(first, j); i < std::min(first + 2 * side, whole); i += side)
                multiply_tile<side, side>(rows + i, rows + j, begin, end, products + i * stride + j, stride);
    for (std::size_t i = whole; i < n; ++i) {
        for (std::size_t j = 0; j < whole; j += side)
            multiply_tile<1, side>(rows + i, rows + j, begin, end, products + i * stride + j, stride);
        for (std::size_t j = whole; j <= i; ++j)
            multiply_tile<1, 1>(rows + i, rows + j, begin, end, products + i * stride + j, stride);
    }
}

/// The same of a few of the rows: what the others have in these columns is zero.
FIREFLY_VECTORISED void multiply_pairs_of(row_list list, std::span<std::size_t const> some, std::size_t begin, std::size_t end,
                                          double* products) {
    double const* const* const rows = list.rows.data();
    std::size_t const stride = padded(list.size());
    for (std::size_t a = 0; a < some.size(); ++a)
        for (std::size_t b = 0; b <= a; ++b)
            multiply_tile<1, 1>(rows + some[a], rows + some[b], begin, end, products + some[a] * stride + some[b], stride);
}

/// The rows that are not zero from one column to another.
class rows_at_work {
public:
    rows_at_work(row_list rows, std::size_t begin, std::size_t end) {
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (std::any_of(rows.rows[i] + begin, rows.rows[i] + end, [](double x) { return x != 0; })) numbers_[count_++] = i;
    }
    static bool can_hold(row_list rows) { return rows.size() <= most; }
    std::span<std::size_t const> numbers() const { return std::span(numbers_).first(count_); }

private:
    static constexpr std::size_t most = 1024;
    std::array<std::size_t, most> numbers_;
    std::size_t count_ = 0;
};

}  // namespace

void multiply_row_pairs(row_list rows, vector_out products) {
    constexpr std::size_t together = 256;  // columns: of these some hundred rows stay in the second cache
    std::ranges::fill(products, 0.0);
    std::size_t const length = padded(rows.columns);
    bool const may_be_sparse = length > 2 * together && rows_at_work::can_hold(rows);  // levels of groups: a row has one
    for (std::size_t begin = 0; begin < length; begin += together) {
        std::size_t const end = std::min(begin + together, length);
        if (may_be_sparse)
            if (rows_at_work const few(rows, begin, end); 2 * few.numbers().size() < rows.size()) {
                multiply_pairs_of(rows, few.numbers(), begin, end, products.data());
                continue;
            }
        multiply_pairs(rows, begin, end, products.data());
    }
    mirror_padded(rows.size(), products.data());
}

namespace {

FIREFLY_VECTORISED void add_multiple_of(double a, vector_view x, vector_out y) {
    std::size_t i = 0;
    for (; i + lane_count <= x.size(); i += lane_count) store(load(&y[i]) + a * load(&x[i]), &y[i]);
    for (; i < x.size(); ++i) y[i] += a * x[i];
}

}  // namespace

void add_multiple(double a, vector_view x, vector_out y) {
    add_multiple_of(a, x, y);
}

}  // namespace firefly
