module;
#include <cstddef>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

gaussian_prior::gaussian_prior(double scale) : scale_(scale) {
    constexpr double least = 1e-150, most = 1e150;  // squares beyond these are no numbers any more
    if (!(scale >= least && scale <= most))
        throw invalid_argument(fmt::format("gaussian_prior: scale must lie between {} and {}, got {}", least, most, scale));
}

quadratic gaussian_prior::gaussian_part(vector_view origin) const {
    std::size_t const dimension = origin.size();
    double const precision = 1 / (scale_ * scale_);
    vector const everywhere(vector::shape_type{dimension}, precision);
    return {-precision * dot(origin, origin) / 2, to_vector(origin) * -precision, diagonal{everywhere}};
}

}  // namespace firefly
