module;
#include <cmath>
#include <cstddef>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

gaussian_prior::gaussian_prior(double scale) : scale_(scale) {
    if (!(scale > 0) || !std::isfinite(scale))
        throw invalid_argument(fmt::format("gaussian_prior: scale must be positive and finite, got {}", scale));
}

quadratic gaussian_prior::gaussian_part(vector_view origin) const {
    std::size_t const dimension = origin.size();
    double const precision = 1 / (scale_ * scale_);
    matrix curvature = zeros(dimension, dimension);
    for (std::size_t i = 0; i < dimension; ++i) curvature(i, i) = precision;
    return {-precision * dot(origin, origin) / 2, to_vector(origin) * -precision, curvature};
}

}  // namespace firefly
