module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

/// S = L Lᵀ for a few rows, in place, the upper triangle left alone. A pivot that is not positive makes a column of zeros.
void factorise(std::size_t n, vector_out s) {
    for (std::size_t j = 0; j < n; ++j) {
        double pivot = s[j * n + j];
        for (std::size_t k = 0; k < j; ++k) pivot -= s[j * n + k] * s[j * n + k];
        double const root = s[j * n + j] = pivot > 0 ? std::sqrt(pivot) : 0;
        for (std::size_t i = j + 1; i < n; ++i) {
            double value = s[i * n + j];
            for (std::size_t k = 0; k < j; ++k) value -= s[i * n + k] * s[j * n + k];
            s[i * n + j] = root > 0 ? value / root : 0;
        }
    }
}

void solve_lower(std::size_t n, vector_view lower, vector_out x) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) x[i] -= lower[i * n + j] * x[j];
        x[i] /= lower[i * n + i];
    }
}

void solve_upper(std::size_t n, vector_view lower, vector_out x) {
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t j = i + 1; j < n; ++j) x[i] -= lower[j * n + i] * x[j];
        x[i] /= lower[i * n + i];
    }
}

/// f_i·v for column i of a lower triangular F.
double along_column(std::size_t n, vector_view root, std::size_t i, vector_view v) {
    double sum = 0;
    for (std::size_t k = i; k < n; ++k) sum += root[k * n + i] * v[k];
    return sum;
}

}  // namespace

bright_gibbs::bright_gibbs(bright_gibbs_settings settings)
    : settings_(std::move(settings)), elliptical_({settings_.centre, settings_.shape}) {
    if (settings_.elliptical_every == 0 || settings_.elliptical_steps == 0)
        throw invalid_argument("bright_gibbs: elliptical_every and elliptical_steps must be at least 1");
}

bool bright_gibbs::sweep_space::prepare(bright_frame const& frame, vector_view shift) {
    if (size >= shift.size()) return false;
    std::ranges::copy(frame.u, u.begin());
    std::ranges::copy(frame.gap, gap.begin());
    std::ranges::copy(frame.bend, root.begin());
    multiply_row_pairs(rows, inverse);

    // C ⪯ 0.95 (G_nn)⁻¹ ⪯ 0.95 Q_nn: where FᵀG_nnF is too large, by its largest sum of a row, F is cut down.
    for (std::size_t n = 0; n < gap.size(); ++n) {
        vector_out const f = root_of(n);
        factorise(each, f);
        double largest = 0;
        for (std::size_t i = 0; i < each; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < each; ++j) {
                double entry = 0;
                for (std::size_t k = i; k < each; ++k)
                    for (std::size_t l = j; l < each; ++l)
                        entry += f[k * each + i] * q(n * each + k, n * each + l) * f[l * each + j];
                sum += std::abs(entry);
            }
            largest = std::max(largest, sum);
        }
        if (!(largest > 0)) return false;
        if (largest > 0.95)
            for (double& x : f) x *= std::sqrt(0.95 / largest);
    }

    // A hundred million times worse than independent rows, and the predictors drawn are no longer those of the point drawn.
    if (!invert(size, inverse, 1e-8)) return false;
    predict(rows, shift, scratch);
    for (std::size_t i = 0; i < size; ++i) scratch[i] = u[i] - scratch[i];
    for (std::size_t i = 0; i < size; ++i) pull[i] = dot(inverse_row(i), scratch);
    for (std::size_t n = 0; n < gap.size(); ++n) weight[n] = log_weight(root_of(n), u.subspan(n * each, each), gap[n]);
    return true;
}

double bright_gibbs::log_weight(vector_view root, vector_view u, double gap) {
    double square = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
        double const along = along_column(u.size(), root, i, u);
        square += along * along;
    }
    if (!(gap > 0) || !(square > 0)) return -infinity;
    // One logarithm where the quotient is sure to be a number.
    double const log_ratio =
        gap < 1 && square > 1e-200 ? std::log(std::expm1(gap) / square) : log_bright_factor(gap) - std::log(square);
    return log_ratio - square / 2;
}

bright_gibbs::conditional bright_gibbs::condition(std::size_t n, sweep_space const& space) {
    std::size_t const each = space.each, first = n * each;
    vector_out const memory = space.small.subspan(each);
    conditional const given{each,
                            memory.first(each * each),
                            memory.subspan(each * each, each),
                            memory.subspan(each * each + each, each),
                            memory.subspan(each * each + 2 * each, each),
                            memory.subspan(each * each + 3 * each, each)};
    vector_view const root = space.root_of(n);
    for (std::size_t i = 0; i < each; ++i) {
        given.mean[i] = -space.pull[first + i];
        for (std::size_t j = 0; j < each; ++j) {
            double const precision = space.q(first + i, first + j);
            given.mean[i] += precision * space.u[first + j];
            given.lower[i * each + j] = precision;
            for (std::size_t k = 0; k <= std::min(i, j); ++k) given.lower[i * each + j] -= root[i * each + k] * root[j * each + k];
        }
    }
    factorise(each, given.lower);
    solve_lower(each, given.lower, given.mean);
    solve_upper(each, given.lower, given.mean);
    for (std::size_t i = 0; i < each; ++i) {
        // |Λ⁻¹f|²; `weight` is free until it is filled.
        for (std::size_t k = 0; k < each; ++k) given.weight[k] = k < i ? 0 : root[k * each + i];
        solve_lower(each, given.lower, given.weight);
        given.spread[i] = dot(given.weight, given.weight);
    }
    for (std::size_t i = 0; i < each; ++i) {
        given.along[i] = along_column(each, root, i, given.mean);
        given.weight[i] = given.along[i] * given.along[i] + given.spread[i];
    }
    return given;
}

void bright_gibbs::finish(conditional const& given, vector_view root, std::size_t chosen, double along, vector_out proposal) {
    std::size_t const each = given.each;
    solve_upper(each, given.lower, proposal);
    for (std::size_t i = 0; i < each; ++i) proposal[i] += given.mean[i];
    double const miss = (along - along_column(each, root, chosen, proposal)) / given.spread[chosen];
    vector_out const direction = given.weight;  // P'⁻¹f; the weights have done their work
    for (std::size_t k = 0; k < each; ++k) direction[k] = k < chosen ? 0 : root[k * each + chosen];
    solve_lower(each, given.lower, direction);
    solve_upper(each, given.lower, direction);
    for (std::size_t i = 0; i < each; ++i) proposal[i] += miss * direction[i];
}

}  // namespace firefly
