module;
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "lanes.hpp"

module firefly.numeric;

namespace firefly {

namespace {

/// How many pivots are taken together: each number of the other rows is then read and written once for all of them.
constexpr std::size_t pivots_together = 4;

/// Beyond this only one triangle is worked on, which takes half the arithmetic and more to and fro.
constexpr std::size_t most_whole_rows = 96;

/// What is known of a matrix while it is inverted.
struct inversion {
    std::size_t n, stride;
    double* s;
    double least_pivot;
    double* before;  // its diagonal at the beginning
};

/// Subtracts from some rows, up to a column, what `Pivots` rows bring, each times a factor. The pivots stand in column k and those behind it; these
/// columns become those of the inverse where `has_pivots` says that the rows reach so far.
/// By lanes: a single number written into eight that are about to be read makes the processor wait.
template <std::size_t Rows, std::size_t Pivots>
FIREFLY_LANES void eliminate(double* rows, std::size_t stride, std::size_t end, double const (&factors)[Rows][Pivots],
                             double const* pivot_rows, std::size_t k, bool has_pivots = true) {
    std::size_t const block = has_pivots ? k / lane_count * lane_count : end;
    lanes others = lanes::every(1);
    for (std::size_t p = 0; p < Pivots; ++p) others.v[k % lane_count + p] = 0;
    for (std::size_t j = 0; j < end; j += lane_count) {
        lanes pivot[Pivots];
        for (std::size_t p = 0; p < Pivots; ++p) pivot[p] = load(pivot_rows + p * stride + j);
        for (std::size_t r = 0; r < Rows; ++r) {
            lanes rest = load(rows + r * stride + j);
            if (j == block) rest = rest * others;
            for (std::size_t p = 0; p < Pivots; ++p) rest = rest - factors[r][p] * pivot[p];
            store(rest, rows + r * stride + j);
        }
    }
}

/// The same of whole rows, the factors being what stands in the pivots' columns.
template <std::size_t Rows, std::size_t Pivots>
FIREFLY_LANES void eliminate_whole(double* rows, std::size_t stride, double const* pivot_rows, std::size_t k) {
    double factors[Rows][Pivots];
    for (std::size_t r = 0; r < Rows; ++r)
        for (std::size_t p = 0; p < Pivots; ++p) factors[r][p] = rows[r * stride + k + p];
    eliminate<Rows, Pivots>(rows, stride, stride, factors, pivot_rows, k);
}

/// Takes the pivots of row k and those behind it among these rows themselves. False where one is too small.
template <std::size_t Pivots>
FIREFLY_LANES bool take_pivots(inversion const& of, double* pivot_rows, std::size_t k) {
    for (std::size_t p = 0; p < Pivots; ++p) {
        double* const row = pivot_rows + p * of.stride;
        double const pivot = row[k + p];
        if (!(pivot > 0) || pivot < of.least_pivot * of.before[k + p]) return false;
        std::size_t const block = (k + p) / lane_count * lane_count;
        lanes unit = lanes::every(0);
        unit.v[k + p - block] = 1;
        for (std::size_t j = 0; j < of.stride; j += lane_count) {
            lanes const old = load(row + j);
            store((1 / pivot) * (j == block ? old * (1.0 - unit) + unit : old), row + j);
        }
        for (std::size_t other = 0; other < Pivots; ++other)
            if (other != p) eliminate_whole<1, 1>(pivot_rows + other * of.stride, of.stride, row, k + p);
    }
    return true;
}

/// Takes them in all rows.
template <std::size_t Pivots>
FIREFLY_LANES bool sweep_whole(inversion const& of, std::size_t k) {
    double* const pivot_rows = of.s + k * of.stride;
    if (!take_pivots<Pivots>(of, pivot_rows, k)) return false;
    std::size_t i = 0;
    for (; i + pivots_together <= of.n; i += pivots_together)
        if (i != k) eliminate_whole<pivots_together, Pivots>(of.s + i * of.stride, of.stride, pivot_rows, k);
    for (; i < of.n; ++i)
        if (i < k || i >= k + Pivots) eliminate_whole<1, Pivots>(of.s + i * of.stride, of.stride, pivot_rows, k);
    return true;
}

/// Takes them in some rows of the lower triangle. Above it stands what stands below, with the other sign where one of the two rows has had its
/// pivot and the other has not: so the factors of all rows stand in the old pivot rows.
template <std::size_t Rows, std::size_t Pivots>
FIREFLY_LANES void eliminate_lower(inversion const& of, std::size_t i, std::size_t k, double const* old, double const* pivot_rows) {
    double factors[Rows][Pivots];
    for (std::size_t r = 0; r < Rows; ++r)
        for (std::size_t p = 0; p < Pivots; ++p) factors[r][p] = (i < k ? -1 : 1) * old[p * of.stride + i + r];
    eliminate<Rows, Pivots>(of.s + i * of.stride, of.stride, i + Rows, factors, pivot_rows, k, i > k);
}

/// Not std::copy_n: of libc++'s, what a function that is compiled for several processors calls is not always compiled itself (clang 22), and no program links.
FIREFLY_LANES void copy_numbers(double const* from, std::size_t count, double* to) {
    std::memcpy(to, from, count * sizeof(double));
}

/// Takes them in the lower triangle. `old` and `pivot_rows` have room for that many rows.
template <std::size_t Pivots>
FIREFLY_LANES bool sweep_lower(inversion const& of, std::size_t k, double* old, double* pivot_rows) {
    std::size_t const n = of.n, stride = of.stride;
    for (std::size_t p = 0; p < Pivots; ++p) {
        copy_numbers(of.s + (k + p) * stride, k, old + p * stride);
        for (std::size_t q = 0; q <= p; ++q) old[p * stride + k + q] = old[q * stride + k + p] = of.s[(k + p) * stride + k + q];
        for (std::size_t i = k + Pivots; i < n; ++i) old[p * stride + i] = of.s[i * stride + k + p];
    }
    copy_numbers(old, Pivots * stride, pivot_rows);
    if (!take_pivots<Pivots>(of, pivot_rows, k)) return false;
    std::size_t i = 0;
    for (; i + pivots_together <= n; i += pivots_together)
        if (i != k) eliminate_lower<pivots_together, Pivots>(of, i, k, old, pivot_rows);
    for (; i < n; ++i)
        if (i < k || i >= k + Pivots) eliminate_lower<1, Pivots>(of, i, k, old, pivot_rows);
    for (std::size_t p = 0; p < Pivots; ++p) copy_numbers(pivot_rows + p * stride, k + Pivots, of.s + (k + p) * stride);
    return true;
}

FIREFLY_VECTORISED bool invert_whole(inversion const& of) {
    std::size_t k = 0;
    for (; k + pivots_together <= of.n; k += pivots_together)
        if (!sweep_whole<pivots_together>(of, k)) return false;
    for (; k < of.n; ++k)
        if (!sweep_whole<1>(of, k)) return false;
    return true;
}

FIREFLY_VECTORISED bool invert_lower(inversion const& of, double* old, double* pivot_rows) {
    std::size_t k = 0;
    for (; k + pivots_together <= of.n; k += pivots_together)
        if (!sweep_lower<pivots_together>(of, k, old, pivot_rows)) return false;
    for (; k < of.n; ++k)
        if (!sweep_lower<1>(of, k, old, pivot_rows)) return false;
    return true;
}

}  // namespace

bool invert(std::size_t n, vector_out symmetric, double least_pivot, vector_out scratch) {
    inversion const of{n, padded(n), symmetric.data(), least_pivot, scratch.data()};
    for (std::size_t i = 0; i < n; ++i) of.before[i] = of.s[i * of.stride + i];
    if (n <= most_whole_rows) return invert_whole(of);
    double* const old = of.before + of.stride;
    std::fill_n(old, pivots_together * of.stride, 0.0);
    if (!invert_lower(of, old, old + pivots_together * of.stride)) return false;
    mirror_padded(n, of.s);
    return true;
}

}  // namespace firefly
