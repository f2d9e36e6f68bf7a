#include "floor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "../src/numeric/lanes.hpp"

import firefly.numeric;

namespace firefly::bench {

namespace {

constexpr std::size_t dimension = iteration_floor::dimension;
constexpr std::size_t blocks = (dimension + lane_count - 1) / lane_count, stride = blocks * lane_count;  // of a padded row
constexpr std::size_t most = 128;  // bright data and candidates; iterations with more are taken as if they had no more

/// Where everything lies.
struct tables {
    double* inverse;     // L⁻¹, padded rows, zero above the diagonal
    double* transposed;  // its columns
    double* rows;        // raw rows: of candidates, and of data that became bright
    double* white;       // T, padded rows
    double* gram;        // G and then Q, rows of `most` numbers
    double* vectors;     // eight padded vectors: anchor, displacement, b, noise for the point, θ, …
    double* numbers;     // arrays of `most` numbers each: u, pull, weight, …
    double* noise;

    inline double* vector(std::size_t i) const { return vectors + i * stride; }
    inline double* array(std::size_t i) const { return numbers + i * most; }

    static constexpr std::size_t size() {
        return 2 * stride * stride + 2 * most * stride + most * most + 8 * stride + 16 * most + 8 * most;
    }
};

tables lay_out(double* memory) {
    tables t{};
    auto const take = [&](std::size_t count) { return std::exchange(memory, memory + count); };
    t.inverse = take(stride * stride);
    t.transposed = take(stride * stride);
    t.rows = take(most * stride);
    t.white = take(most * stride);
    t.gram = take(most * most);
    t.vectors = take(8 * stride);
    t.numbers = take(16 * most);
    t.noise = take(8 * most);
    return t;
}

FIREFLY_LANES std::size_t in_lanes(std::size_t count) {
    return (count + lane_count - 1) / lane_count * lane_count;
}

FIREFLY_LANES double product(double const* a, double const* b) {
    lanes total = load(a) * load(b);
    for (std::size_t k = 1; k < blocks; ++k) total = total + load(a + k * lane_count) * load(b + k * lane_count);
    return sum(total);
}

/// out = Σ_j x_j · row j of a triangular matrix, all sums in registers.
template <bool Upper, std::size_t J = 0>
FIREFLY_LANES void add_triangle(double const* m, double const* x, lanes (&sums)[blocks]) {
    if constexpr (J < blocks) {
        for (std::size_t j = J * lane_count; j < std::min((J + 1) * lane_count, dimension); ++j)
            for (std::size_t k = Upper ? J : 0; k < (Upper ? blocks : J + 1); ++k)
                sums[k] = sums[k] + x[j] * load(m + j * stride + k * lane_count);
        add_triangle<Upper, J + 1>(m, x, sums);
    }
}
template <bool Upper>
FIREFLY_LANES void multiply_triangle(double const* m, double const* x, double* out) {
    lanes sums[blocks] = {};
    add_triangle<Upper>(m, x, sums);
    for (std::size_t k = 0; k < blocks; ++k) store(sums[k], out + k * lane_count);
}

/// E/u² of the logistic likelihood, 1 + E = e^{ψ(u)}, its displacements small.
FIREFLY_LANES lanes fall_over_square(lanes wrong, lanes towards) {
    lanes const right = 1.0 - wrong;
    return wrong * right * (right * expm1_minus_over_square(-(right * towards)) + wrong * expm1_minus_over_square(wrong * towards));
}

/// L̃/u² = [½k(1 + yP(y)) − E/u²]/(1 + E), y = ½ku², P(x) = (eˣ − 1 − x)/x².
FIREFLY_LANES lanes factor_over_square(lanes wrong, lanes half_curvature, lanes u) {
    lanes const square = u * u, y = half_curvature * square, fall = fall_over_square(wrong, u);
    return (half_curvature * (1.0 + y * expm1_minus_over_square(y)) - fall) / (1.0 + square * fall);
}

/// Of some data whose predictors are η* at the anchor: the curvature that serves a small reach.
FIREFLY_LANES lanes half_curvature_of(lanes wrong, lanes reach) {
    lanes const over_square = fall_over_square(wrong, -reach), fall = over_square * reach * reach;
    return over_square * (log1p_of(fall) / fall);
}

/// 1 − e^{−x}.
FIREFLY_LANES lanes hit_probability(lanes x) {
    return x * (1.0 - x * expm1_minus_over_square(-x));
}

/// G of the whitened rows, and its inverse by Gauss and Jordan's elimination.
FIREFLY_LANES void invert_gram(tables const& t, std::size_t m) {
    std::size_t const width = in_lanes(m);
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            double const entry = product(t.white + i * stride, t.white + j * stride);
            t.gram[i * most + j] = t.gram[j * most + i] = entry + (i == j ? 1 : 0);  // far from singular, whatever the rows
        }
    for (std::size_t k = 0; k < m; ++k) {
        double* const row = t.gram + k * most;
        double const scale = 1 / row[k];
        row[k] = 1;
        for (std::size_t j = 0; j < width; j += lane_count) store(scale * load(row + j), row + j);
        for (std::size_t i = 0; i < m; ++i) {
            if (i == k) continue;
            double* const other = t.gram + i * most;
            double const factor = std::exchange(other[k], 0);
            for (std::size_t j = 0; j < width; j += lane_count) store(load(other + j) - factor * load(row + j), other + j);
        }
    }
}

/// out = Q x.
FIREFLY_LANES void multiply_inverse(tables const& t, std::size_t m, double const* x, double* out) {
    std::size_t const width = in_lanes(m);
    for (std::size_t j = 0; j < width; j += lane_count) {
        lanes total = lanes::every(0);
        for (std::size_t i = 0; i < m; ++i) total = total + x[i] * load(t.gram + i * most + j);
        store(total, out + j);
    }
}

/// There and back through the bright predictors. `uniforms` has three numbers for each of the 2m moves.
FIREFLY_LANES void sweep(tables const& t, std::size_t m, double const* uniforms) {
    double *const u = t.array(0), *const pull = t.array(1), *const weight = t.array(2), *const wrong = t.array(3),
                  *const half_curvature = t.array(4), *const bend = t.array(5);
    std::size_t const width = in_lanes(m);
    for (std::size_t move = 0; move < 2 * m; ++move) {
        std::size_t const n = move < m ? move : 2 * m - 1 - move;
        double const precision = t.gram[n * most + n], variance = 1 / (precision - bend[n] * precision),
                     deviation = std::sqrt(variance);
        double const *const zeta = t.noise + 3 * move, *const chance = uniforms + 3 * move;
        double const mean = (precision * u[n] - pull[n]) * variance, square = mean * mean;
        double const half = std::abs(zeta[0]), chi = std::sqrt(zeta[0] * zeta[0] + zeta[1] * zeta[1] + zeta[2] * zeta[2]);
        double const size = deviation * (chance[0] * (square + variance) < square ? half : chi), both = square + size * size;
        double const proposal = chance[1] * 2 * both < both + 2 * mean * size ? mean + size : mean - size;
        // The four series of a weight side by side.
        double const w = wrong[n], h = half_curvature[n], u2 = proposal * proposal, y = h * u2, x = -0.5 * bend[n] * precision * u2;
        lanes arguments = lanes::every(0);
        arguments.v[0] = -(1 - w) * proposal;
        arguments.v[1] = w * proposal;
        arguments.v[2] = y;
        arguments.v[3] = x;
        lanes const series = expm1_minus_over_square(arguments);
        double const fall = w * (1 - w) * ((1 - w) * series.v[0] + w * series.v[1]);
        double const ratio = (h * (1 + y * series.v[2]) - fall) / (1 + u2 * fall), damped = ratio * (1 + x * (1 + x * series.v[3]));
        if (!(chance[2] * weight[n] < damped)) continue;
        for (std::size_t j = 0; j < width; j += lane_count)
            store(load(pull + j) + (proposal - u[n]) * load(t.gram + n * most + j), pull + j);
        u[n] = proposal;
        weight[n] = damped;
    }
}

/// w = ε + TᵀQ(u − Tε), d = L⁻ᵀw, θ = θ* + d, and how far that is.
FIREFLY_LANES double place(tables const& t, std::size_t m) {
    double *const white = t.vector(3), *const d = t.vector(1), *const theta = t.vector(4), *const miss = t.array(6),
                  *const step = t.array(7);
    for (std::size_t k = 0; k < stride; k += lane_count) store(load(white + k) + load(t.vector(2) + k), white + k);
    for (std::size_t i = 0; i < m; ++i) miss[i] = t.array(0)[i] - product(t.white + i * stride, white);
    multiply_inverse(t, m, miss, step);
    lanes sums[blocks];
    for (std::size_t k = 0; k < blocks; ++k) sums[k] = load(white + k * lane_count);
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t k = 0; k < blocks; ++k) sums[k] = sums[k] + step[i] * load(t.white + i * stride + k * lane_count);
    for (std::size_t k = 0; k < blocks; ++k) store(sums[k], white + k * lane_count);
    multiply_triangle<false>(t.inverse, white, d);
    for (std::size_t k = 0; k < stride; k += lane_count) store(load(d + k) + load(t.vector(0) + k), theta + k);
    return product(white, white);
}

/// Predictors, curvatures and factors of the candidates, and how many would become bright.
FIREFLY_LANES std::size_t look_at(tables const& t, std::size_t count, double const* uniforms) {
    double *const eta = t.array(8), *const delta = t.array(9), *const factor = t.array(10), *const length = t.array(11);
    for (std::size_t i = 0; i < count; ++i) {
        eta[i] = product(t.rows + i * stride, t.vector(0));
        delta[i] = product(t.rows + i * stride, t.vector(1));
    }
    for (std::size_t i = 0; i < count; i += lane_count) {
        lanes const wrong = small_sigmoid(magnitude(load(eta + i))), reach = load(length + i), u = least(load(delta + i), reach);
        store(u * u * factor_over_square(wrong, half_curvature_of(wrong, reach), u), factor + i);
    }
    std::size_t lit = 0;
    for (std::size_t i = 0; i < count; i += lane_count) store(hit_probability(load(length + i)), delta + i);
    for (std::size_t i = 0; i < count; ++i) lit += uniforms[i] * delta[i] < factor[i];
    return lit;
}

/// The bright data's share of log p(θ, z), and how many would become dark.
FIREFLY_LANES double look_back(tables const& t, std::size_t m, double const* uniforms) {
    double *const u = t.array(0), *const factor = t.array(12), *const probability = t.array(13);
    lanes logs = lanes::every(0);
    for (std::size_t i = 0; i < m; i += lane_count) {
        lanes const at = load(u + i), value = at * at * factor_over_square(load(t.array(3) + i), load(t.array(4) + i), at);
        lanes const positive = largest(magnitude(value), lanes::every(1e-300));
        logs = logs + log_of(positive);
        store(positive, factor + i);
        store(hit_probability(load(t.array(11) + i)), probability + i);
    }
    double total = sum(logs);
    for (std::size_t i = 0; i < m; ++i) total += uniforms[i] * factor[i] < probability[i];
    return total;
}

/// Points of the clock: exponential steps, and the segment of sixteen in which each lies.
FIREFLY_LANES double strike(tables const& t, std::size_t count, double const* uniforms) {
    double* const steps = t.array(14);
    for (std::size_t i = 0; i <= count; i += lane_count) store(-log_of(load(uniforms + i)), steps + i);
    double at = 0, found = 0;
    for (std::size_t i = 0; i < count; ++i) {
        at += steps[i];
        lanes const ends_1 = load(t.array(11)), ends_2 = load(t.array(11) + lane_count), point = lanes::every(at);
        lanes const one = lanes::every(1), none = lanes::every(0);
        found += sum(select(ends_1 < point, one, none) + select(ends_2 < point, one, none));
    }
    return found;
}

FIREFLY_VECTORISED double compute_one(tables const& t, iteration_counts counts, double const* uniforms) {
    std::size_t const m = counts.bright, c = counts.candidates;
    double total = strike(t, c, uniforms);
    for (std::size_t i = 0; i < counts.fresh; ++i) multiply_triangle<true>(t.transposed, t.rows + i * stride, t.white + i * stride);
    invert_gram(t, m);
    double *const u = t.array(0), *const miss = t.array(6);
    for (std::size_t i = 0; i < m; ++i) miss[i] = u[i] - product(t.white + i * stride, t.vector(2));
    multiply_inverse(t, m, miss, t.array(1));
    sweep(t, m, uniforms);
    total += place(t, m);
    total += static_cast<double>(look_at(t, c, uniforms));
    return total + look_back(t, m, uniforms);
}

}  // namespace

iteration_floor::iteration_floor() : memory_(tables::size() + lane_count) {
    tables const t = lay_out(memory_.data());
    random_source random({.seed = 26});
    auto const fill = [&](double* first, std::size_t count, double size) {
        random.normals(vector_out(first, count));
        for (std::size_t i = 0; i < count; ++i) first[i] *= size;
    };
    fill(t.rows, most * stride, 0.1);
    fill(t.white, most * stride, 0.1);
    for (std::size_t i = 0; i < dimension; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            t.inverse[i * stride + j] = t.transposed[j * stride + i] = i == j ? 1 : 0.01 / static_cast<double>(1 + i - j);
    for (std::size_t i = 0; i < 3; ++i) fill(t.vector(i), dimension, 0.1);
    fill(t.array(0), most, 0.1);
    for (std::size_t i = 0; i < most; ++i) {
        t.array(2)[i] = 0.05;                                  // weights
        t.array(3)[i] = 0.3;                                   // σ(−|η*|)
        t.array(4)[i] = 0.12;                                  // ½k
        t.array(5)[i] = 0.1;                                   // bends
        t.array(11)[i] = 0.3 + 0.01 * static_cast<double>(i);  // reaches, lengths
    }
}

double iteration_floor::run(std::span<iteration_counts const> iterations) {
    tables const t = lay_out(memory_.data());
    std::array<double, 6 * most> uniforms{};
    double total = 0;
    for (iteration_counts counts : iterations) {
        counts.bright = std::min(counts.bright, most - 1);
        counts.candidates = std::min(counts.candidates, most - 1);
        counts.fresh = std::min(counts.fresh, counts.bright);
        random_source random({.seed = 27, .iteration = done_++});
        random.normals(vector_out(t.noise, 6 * counts.bright));
        random.normals(vector_out(t.vector(3), dimension));
        std::size_t const chances = 7 * counts.bright + 2 * counts.candidates + 1;
        for (std::size_t i = 0; i < std::min(chances, uniforms.size()); ++i) uniforms[i] = random.uniform();
        total += compute_one(t, counts, uniforms.data());
    }
    return total;
}

}  // namespace firefly::bench
