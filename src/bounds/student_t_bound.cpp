module;
#include <cstddef>
#include <vector>

module firefly.bounds;

import firefly.core;
import firefly.models;

namespace firefly {

void student_t_bound::touch(vector_view targets, vector_out eta, vector_out curvature) const {
    for (std::size_t i = 0; i < eta.size(); ++i) {
        if (!is_anchored()) eta[i] = targets[i];
        curvature[i] = likelihood_.tangent_curvature(likelihood_.residual(targets[i], eta[i]));
    }
}

void student_t_bound::sharpen(vector_view targets, vector_view eta, vector_view reach, vector_out curvature) const {
    for (std::size_t i = 0; i < eta.size(); ++i)
        curvature[i] = likelihood_.curvature_within(likelihood_.residual(targets[i], eta[i]), reach[i]);
}

void student_t_bound::annotate(batch& fresh) const {
    annotate_from(fresh, *this);
}

void student_t_bound::gap(std::size_t region, batch const& data, evaluation& values) const {
    for (std::size_t i = 0; i < data.size(); ++i) values.gap[i] = gap_of(region, data, i, vector_view(values.delta).subspan(i, 1));
}

double student_t_bound::gap_of(std::size_t region, batch const& data, std::size_t i, vector_view delta) const {
    double const xi = likelihood_.residual(data.target[i], data.anchor[i]), step = displacement(data, i, delta[0]);
    return likelihood_.rise_above_tangent(xi, step) - excess(region, data, i) * step * step / 2;
}

void student_t_bound::least_curvature(std::size_t region, batch const& data, vector_out out) const {
    for (std::size_t i = 0; i < data.size(); ++i)
        out[i] = likelihood_.least_curvature_within(likelihood_.residual(data.target[i], data.anchor[i]),
                                                    region + 1 < data.regions() ? data.reach[i] : infinity);
}

void student_t_bound::slope(std::size_t region, batch const& data, evaluation const& values, vector_out slope) const {
    for (std::size_t i = 0; i < data.size(); ++i) {
        double const xi = likelihood_.residual(data.target[i], data.anchor[i]);
        double const step = displacement(data, i, values.delta[i]);
        slope[i] = likelihood_.slope_above_tangent(xi, step) - excess(region, data, i) * step;
    }
}

}  // namespace firefly
