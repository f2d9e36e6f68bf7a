module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "../numeric/lanes.hpp"

module firefly.bounds;

import firefly.external;
import firefly.core;
import firefly.models;

namespace firefly {

jaakkola_jordan_curvature jaakkola_jordan_curvature::untuned(logistic const& model, double xi) {
    if (!(xi > 0) || !std::isfinite(xi))
        throw invalid_argument(fmt::format("{}: xi must be positive and finite, got {}", name.type, xi));
    jaakkola_jordan_curvature result(model);
    result.xi_ = xi;
    return result;
}

namespace {

// ---- eight data at a time ----

/// As far as the exponentials go; data that move further are taken one by one.
constexpr double far = 600;

/// E/Δ² for |Δ| ≤ 600, ψ(Δ) = log(1 + E): `logistic::fall_below_tangent` with the square taken out, so that nothing under- or overflows.
FIREFLY_LANES lanes fall_over_square(lanes eta, lanes delta) {
    lanes const wrong = small_sigmoid(magnitude(eta)), right = 1.0 - wrong;
    lanes const towards = select(eta < lanes::every(0), -delta, delta);
    return wrong * right *
           (right * far_expm1_minus_over_square(-(right * towards)) + wrong * far_expm1_minus_over_square(wrong * towards));
}

/// `secant`: log(1 + E)/E · E/Δ², whose first factor is one where E is too small to be told from it.
FIREFLY_LANES lanes secant_of(lanes eta, lanes delta) {
    lanes const over_square = fall_over_square(eta, delta), e = over_square * delta * delta;
    lanes const tiny = lanes::every(1e-300);
    return 2.0 * over_square * select(e < tiny, lanes::every(1), log1p_of(e) / largest(e, tiny));
}

/// `everywhere`: tanh(ξ/2) = (1 − e^{−ξ})/(1 + e^{−ξ}).
FIREFLY_LANES lanes curvature_of(lanes eta) {
    lanes const xi = magnitude(eta), e = exp_of(-xi);
    lanes const two = lanes::every(2);
    lanes const rise = select(xi < two, xi - xi * xi * expm1_minus_over_square(-least(xi, two)), 1.0 - e);
    return inflation *
           select(xi < lanes::every(1e-4), lanes::every(0.25), rise / ((1.0 + e) * 2.0 * largest(xi, lanes::every(1e-4))));
}

FIREFLY_VECTORISED void fill_curvatures(std::size_t size, double const* eta, double* curvature) {
    for (std::size_t i = 0; i < size; i += lane_count) {
        std::size_t const count = std::min(lane_count, size - i);
        store(curvature_of(load(eta + i, count)), curvature + i, count);
    }
}

/// `within`, the curvature everywhere being there already.
FIREFLY_VECTORISED void sharpen_curvatures(std::size_t size, double const* eta, double const* reach, double* curvature) {
    for (std::size_t i = 0; i < size; i += lane_count) {
        std::size_t const count = std::min(lane_count, size - i);
        lanes const at = load(eta + i, count), xi = magnitude(at), move = least(load(reach + i, count), 2.0 * xi);
        lanes const global = load(curvature + i, count);
        lanes const sharp = inflation * secant_of(xi, -least(move, lanes::every(far)));
        store(select(xi < lanes::every(1e-4), global, least(sharp, global)), curvature + i, count);
        if (any(move > far))
            for (std::size_t j = 0; j < count; ++j)
                if (move.v[j] > far) curvature[i + j] = jaakkola_jordan_curvature::within(eta[i + j], reach[i + j]);
    }
}

/// `least_within`, for finite R.
FIREFLY_VECTORISED void fill_least_curvatures(std::size_t size, double const* eta, double const* reach, double* out) {
    for (std::size_t i = 0; i < size; i += lane_count) {
        std::size_t const count = std::min(lane_count, size - i);
        lanes const move = load(reach + i, count);
        store(secant_of(magnitude(load(eta + i, count)), least(move, lanes::every(far))), out + i, count);
        if (any(move > far))
            for (std::size_t j = 0; j < count; ++j)
                if (move.v[j] > far) out[i + j] = jaakkola_jordan_curvature::least_within(eta[i + j], reach[i + j]);
    }
}

/// ψ of one datum, |Δ| ≤ 2: both series at once.
FIREFLY_VECTORISED double fall_nearby(double eta, double delta) {
    double const towards = eta < 0 ? -delta : delta, e = portable::exp(-std::abs(eta)), right = 1 / (1 + e), wrong = e * right;
    lanes arguments = lanes::every(0);
    arguments.v[0] = -right * towards;
    arguments.v[1] = wrong * towards;
    lanes const series = expm1_minus_over_square(arguments);
    return portable::log1p(wrong * right * (right * series.v[0] + wrong * series.v[1]) * delta * delta);
}

/// L̃/u² = [½k(1 + yP(y)) − E/u²]/(1 + E) of one datum, y = ½ku², P(x) = (eˣ − 1 − x)/x², and that times e^{−½Cu²}, for |u| ≤ 2: the four
/// series side by side. Neither u nor its square cancels. Zero where rounding would make it negative.
FIREFLY_VECTORISED factor_weight weigh_nearby(jaakkola_jordan_curvature::factor_shape const& shape, double bend, double u) {
    double const towards = shape.contact < 0 ? -u : u, wrong = shape.wrong, right = 1 - wrong, half = shape.half_curvature;
    double const square = u * u, y = half * square, x = -bend / 2 * square;
    lanes arguments = lanes::every(0);
    arguments.v[0] = -right * towards;
    arguments.v[1] = wrong * towards;
    arguments.v[2] = y;
    arguments.v[3] = x;
    lanes const series = expm1_minus_over_square(arguments);
    double const fall = wrong * right * (right * series.v[0] + wrong * series.v[1]);
    double const plain = std::max(0.0, (half * (1 + y * series.v[2]) - fall) / (1 + square * fall));
    return {plain, plain * (1 + x * (1 + x * series.v[3]))};
}

FIREFLY_VECTORISED void fill_gaps(std::size_t size, double const* eta, double const* curvature, double const* delta, double* gap) {
    for (std::size_t i = 0; i < size; i += lane_count) {
        std::size_t const count = std::min(lane_count, size - i);
        lanes const step = load(delta + i, count), square = step * step;
        lanes const within = largest(least(step, lanes::every(far)), lanes::every(-far));
        lanes const fall = log1p_of(fall_over_square(load(eta + i, count), within) * square);
        store(load(curvature + i, count) * square * 0.5 - fall, gap + i, count);
        if (any(magnitude(step) > far))
            for (std::size_t j = 0; j < count; ++j)
                if (std::abs(step.v[j]) > far)
                    gap[i + j] = curvature[i + j] * square.v[j] / 2 - logistic::fall_below_tangent(eta[i + j], step.v[j]);
    }
}

}  // namespace

double jaakkola_jordan_curvature::within(double eta, double reach) {
    return softplus_secants(eta, -reach, reach).most;
}

double jaakkola_jordan_curvature::least_within(double eta, double reach) {
    return softplus_secants(eta, -reach, reach).least;
}

double jaakkola_jordan_curvature::everywhere(double eta) {
    return softplus_curvature(eta);
}

void jaakkola_jordan_curvature::touch(vector_view targets, vector_out eta) const {
    for (std::size_t i = 0; i < eta.size(); ++i) eta[i] = targets[i] > 0.5 ? xi_ : -xi_;
}

void jaakkola_jordan_curvature::fill(vector_view, vector_view eta, vector_out k) const {
    fill_curvatures(eta.size(), eta.data(), k.data());
}

void jaakkola_jordan_curvature::sharpen(vector_view, vector_view eta, vector_view reach, vector_out k) const {
    sharpen_curvatures(eta.size(), eta.data(), reach.data(), k.data());
}

void jaakkola_jordan_curvature::gap(ring where, batch const& data, std::size_t first, vector_view steps, vector_out out) const {
    if (scalar_notes::has_curvature(where))
        fill_gaps(steps.size(), data.notes.contact.data() + first, data.notes.curvature(where).data() + first, steps.data(),
                  out.data());
    else
        for (std::size_t i = 0; i < steps.size(); ++i) out[i] = gap_of(where, data, first + i, steps.subspan(i, 1));
}

double jaakkola_jordan_curvature::gap_of(ring where, batch const& data, std::size_t i, vector_view step) const {
    double const eta = data.notes.contact[i], k = curvature_of(where, data, i), delta = step[0];
    double const fall = std::abs(delta) <= 2 ? fall_nearby(eta, delta) : logistic::fall_below_tangent(eta, delta);
    return k * delta * delta / 2 - fall;
}

jaakkola_jordan_curvature::factor_shape jaakkola_jordan_curvature::shape(ring where, batch const& data, std::size_t i) const {
    double const eta = data.notes.contact[i];
    return {eta, sigmoid(-std::abs(eta)), curvature_of(where, data, i) / 2, data.notes.reach_in(where, i)};
}

factor_weight jaakkola_jordan_curvature::weigh(factor_shape const& shape, double bend, double u) const {
    if (!(std::abs(u) <= shape.reach)) return {0, 0};
    if (std::abs(u) <= 2) return weigh_nearby(shape, bend, u);
    return weight_of_gap(shape.half_curvature * u * u - logistic::fall_below_tangent(shape.contact, u), bend, u);
}

void jaakkola_jordan_curvature::slope(ring where, batch const& data, std::size_t first, vector_view steps, vector_out slope) const {
    for (std::size_t i = 0; i < steps.size(); ++i)
        slope[i] = curvature_of(where, data, first + i) * steps[i] -
                   logistic::slope_below_tangent(data.notes.contact[first + i], steps[i]);
}

void jaakkola_jordan_curvature::least_curvature(ring where, batch const& data, vector_out out) const {
    if (where.is_inner())
        fill_least_curvatures(data.size(), data.notes.contact.data(), data.notes.reach.data(), out.data());
    else
        for (std::size_t i = 0; i < data.size(); ++i)
            out[i] = where.is_everywhere() ? 0 : least_within(data.notes.contact[i], data.notes.reach_in(where, i));
}

}  // namespace firefly
