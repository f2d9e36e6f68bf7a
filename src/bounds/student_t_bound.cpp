module;
#include <cstddef>
#include <vector>

module firefly.bounds;

import firefly.core;
import firefly.models;

namespace firefly {

void student_t_bound::annotate(batch& fresh) const {
    annotate_from(fresh, [this](double eta, double target) { return touch(eta, target); });
}

void student_t_bound::gap(std::size_t, batch const& data, evaluation& values) const {
    for (std::size_t i = 0; i < data.size(); ++i) {
        double const xi = likelihood_.residual(data.target[i], data.anchor[i]);
        values.gap[i] = likelihood_.rise_above_tangent(xi, displacement(data, values, i));
    }
}

void student_t_bound::slope(std::size_t, batch const& data, evaluation const& values, vector_out slope) const {
    for (std::size_t i = 0; i < data.size(); ++i) {
        double const xi = likelihood_.residual(data.target[i], data.anchor[i]);
        slope[i] = likelihood_.slope_above_tangent(xi, displacement(data, values, i));
    }
}

}  // namespace firefly
