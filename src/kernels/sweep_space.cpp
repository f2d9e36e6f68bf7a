module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "../numeric/lanes.hpp"

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

double log_weight(double square, double gap) {
    if (!(gap > 0) || !(square > 0)) return -infinity;
    // One logarithm where the quotient is sure to be a number.
    double const log_ratio =
        gap < 1 && square > 1e-200 ? portable::log(portable::expm1(gap) / square) : log_bright_factor(gap) - portable::log(square);
    return log_ratio - square / 2;
}

bool sweep_space::cut_bends() {
    for (std::size_t n = 0; n < size; ++n) {
        if (!(bend[n] > 0)) return false;
        bend[n] = std::min(bend[n], 0.95 / q(n, n));
    }
    return true;
}

bool sweep_space::cut_roots() {
    // C ⪯ 0.95 (G_nn)⁻¹ ⪯ 0.95 Q_nn: where FᵀG_nnF is too large, by its largest sum of a row, F is cut down.
    for (std::size_t n = 0; n < data(); ++n) {
        small_triangle const f = root_of(n);
        f.factorise();
        double const largest = f.largest_row_sum(&inverse[n * each * (padded(size) + 1)], padded(size));
        if (!(largest > 0)) return false;
        if (largest > 0.95) f.scale(std::sqrt(0.95 / largest));
    }
    return true;
}

namespace {

/// Damped weights L̃/u² e^{−½Cu²}: any number, or none, where L̃ or the square is not an ordinary one.
FIREFLY_VECTORISED void fill_weights(std::size_t size, double const* factor, double const* u, double const* bend, double* weight) {
    for (std::size_t n = 0; n < size; n += lane_count) {
        std::size_t const count = std::min(lane_count, size - n);
        lanes const at = load(u + n, count, 1), square = at * at;
        store(load(factor + n, count) / square * exp_of(-0.5 * load(bend + n, count) * square), weight + n, count);
    }
}

/// 1/P', P' = Q_nn − C_n, and its root.
FIREFLY_VECTORISED void fill_variances(std::size_t size, double const* inverse, double const* bend, double* variance,
                                       double* deviation) {
    std::size_t const step = padded(size) + 1;  // from one diagonal element to the next
    for (std::size_t n = 0; n < size; n += lane_count) {
        std::size_t const count = std::min(lane_count, size - n);
        lanes diagonal = lanes::every(1);
        for (std::size_t k = 0; k < count; ++k) diagonal.v[k] = inverse[(n + k) * step];
        lanes const spread = lanes::every(1) / (diagonal - load(bend + n, count));
        store(spread, variance + n, count);
        store(root(spread), deviation + n, count);
    }
}

}  // namespace

bool sweep_space::prepare(bright_frame const& frame, vector_view shift) {
    if (size >= shift.size()) return false;
    std::ranges::copy(frame.u, u.begin());
    std::ranges::copy(frame.gap, gap.begin());
    std::ranges::copy_n(frame.bend.begin(), size * each, (each == 1 ? bend : root).begin());
    multiply_row_pairs(rows, inverse);
    if (!(each == 1 ? cut_bends() : cut_roots())) return false;

    // A hundred million times worse than independent rows, and the predictors drawn are no longer those of the point drawn.
    if (!invert(size, inverse, 1e-8, pivots)) return false;
    predict(rows, shift, scratch);
    subtract(swept(), scratch, scratch);
    multiply_padded(inverse, scratch, pull);
    if (each == 1) {
        std::ranges::copy_n(frame.factor.begin(), size, factor.begin());
        fill_weights(size, factor.data(), u.data(), bend.data(), weight.data());
        fill_variances(size, inverse.data(), bend.data(), variance.data(), deviation.data());
    } else
        for (std::size_t n = 0; n < data(); ++n) weight[n] = log_weight(root_of(n).squared_norm(u.subspan(n * each, each)), gap[n]);
    return true;
}

bool sweep_space::turn_to(bright_frame const& frame, scaled_frame const& scaled) {
    rows.rows = std::span(scaled.rows).first(size);
    return prepare(frame, as_view(scaled.shift));
}

bool sweep_space::turn_to(scaled_frame const& scaled) {
    rows.rows = std::span(scaled.rows).first(size);
    multiply_row_pairs(rows, inverse);
    return invert(size, inverse, 1e-8, pivots);
}

void sweep_space::prepare_sizes() {
    for (std::size_t before : {std::size_t{0}, size})  // there, and back
        for (std::size_t n = 0; n < size; ++n) {
            sizes const possible = sizes_of(deviation[n], &noise[3 * (before + n)]);
            near[before + n] = possible.near;
            far[before + n] = possible.far;
        }
}

}  // namespace firefly
