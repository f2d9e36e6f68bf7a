module;
#include <cmath>
#include <cstddef>
#include <utility>

module firefly.bounds;

import firefly.external;
import firefly.core;

namespace firefly {

contact_point contact_point::at_anchor(bound_name const& name, vector theta, std::size_t dimension) {
    if (theta.size() != dimension)
        throw invalid_argument(
            fmt::format("{}: the anchor has {} numbers but the model has {} parameters", name.type, theta.size(), dimension));
    for (std::size_t i = 0; i < dimension; ++i)
        if (!std::isfinite(theta(i)))
            throw invalid_argument(fmt::format("{}: number {} of the anchor is {}; give finite ones", name.type, i, theta(i)));
    return {std::move(theta), true};
}

contact_point contact_point::at_anchor(bound_name const& name, vector theta, std::size_t dimension, ellipsoid inner) {
    if (inner.precision().dimension() != dimension)
        throw invalid_argument(fmt::format("{}: the region has {} dimensions but the model has {} parameters", name.type,
                                           inner.precision().dimension(), dimension));
    contact_point where = at_anchor(name, std::move(theta), dimension);
    where.inner = std::move(inner);
    return where;
}

contact_point contact_point::of_each_datum(std::size_t dimension) {
    return {zeros(dimension), false};
}

}  // namespace firefly
