module;
#include <algorithm>
#include <cstddef>
#include <span>

module firefly.bounds;

import firefly.core;
import firefly.models;

namespace firefly {

void student_t_curvature::touch(vector_view targets, vector_out eta) const {
    std::ranges::copy(targets, eta.begin());
}

void student_t_curvature::fill(vector_view targets, vector_view eta, vector_out k) const {
    for (std::size_t i = 0; i < eta.size(); ++i) k[i] = likelihood_.tangent_curvature(likelihood_.residual(targets[i], eta[i]));
}

void student_t_curvature::sharpen(vector_view targets, vector_view eta, vector_view reach, vector_out k) const {
    for (std::size_t i = 0; i < eta.size(); ++i)
        k[i] = likelihood_.curvature_within(likelihood_.residual(targets[i], eta[i]), reach[i]);
}

void student_t_curvature::gap(ring where, batch const& data, std::size_t first, vector_view steps, vector_out out) const {
    for (std::size_t i = 0; i < steps.size(); ++i) out[i] = gap_of(where, data, first + i, steps.subspan(i, 1));
}

double student_t_curvature::gap_of(ring where, batch const& data, std::size_t i, vector_view step) const {
    return likelihood_.rise_above_tangent(residual(data, i), step[0]) - excess(where, data, i) * step[0] * step[0] / 2;
}

void student_t_curvature::slope(ring where, batch const& data, std::size_t first, vector_view steps, vector_out slope) const {
    for (std::size_t i = 0; i < steps.size(); ++i)
        slope[i] = likelihood_.slope_above_tangent(residual(data, first + i), steps[i]) - excess(where, data, first + i) * steps[i];
}

void student_t_curvature::least_curvature(ring where, batch const& data, vector_out out) const {
    for (std::size_t i = 0; i < data.size(); ++i)
        out[i] = likelihood_.least_curvature_within(residual(data, i), data.notes.reach_in(where, i));
}

}  // namespace firefly
