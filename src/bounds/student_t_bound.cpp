module;
#include <cstddef>
#include <vector>

module firefly.bounds;

import firefly.core;
import firefly.models;

namespace firefly {

void student_t_bound::annotate(batch& fresh) const {
    annotate_from(fresh, *this);
}

void student_t_bound::gap(std::size_t region, batch const& data, evaluation& values) const {
    for (std::size_t i = 0; i < data.size(); ++i) values.gap[i] = gap_of(region, data, i, vector_view(values.delta).subspan(i, 1));
}

double student_t_bound::gap_of(std::size_t region, batch const& data, std::size_t i, vector_view delta) const {
    double const xi = likelihood_.residual(data.target[i], data.anchor[i]), step = displacement(data, i, delta[0]);
    return likelihood_.rise_above_tangent(xi, step) - excess(region, data, i, xi) * step * step / 2;
}

void student_t_bound::least_curvature(std::size_t region, batch const& data, vector_out out) const {
    for (std::size_t i = 0; i < data.size(); ++i)
        out[i] =
            likelihood_.least_curvature_within(likelihood_.residual(data.target[i], data.anchor[i]), reach(region, data.index[i]));
}

void student_t_bound::slope(std::size_t region, batch const& data, evaluation const& values, vector_out slope) const {
    for (std::size_t i = 0; i < data.size(); ++i) {
        double const xi = likelihood_.residual(data.target[i], data.anchor[i]);
        double const step = displacement(data, i, values.delta[i]);
        slope[i] = likelihood_.slope_above_tangent(xi, step) - excess(region, data, i, xi) * step;
    }
}

}  // namespace firefly
