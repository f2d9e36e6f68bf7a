module;
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

module firefly.bounds;

import firefly.external;
import firefly.core;

namespace firefly {

tangent_bound::contact tangent_bound::at_anchor(std::string_view name, vector theta, std::size_t dimension) {
    if (theta.size() != dimension)
        throw invalid_argument(
            fmt::format("{}: the anchor has {} numbers but the model has {} parameters", name, theta.size(), dimension));
    for (std::size_t i = 0; i < dimension; ++i)
        if (!std::isfinite(theta(i)))
            throw invalid_argument(fmt::format("{}: number {} of the anchor is {}; give finite ones", name, i, theta(i)));
    return {std::move(theta), true};
}

tangent_bound::contact tangent_bound::at_anchor(std::string_view name, vector theta, std::size_t dimension, ellipsoid inner) {
    if (inner.precision().dimension() != dimension)
        throw invalid_argument(fmt::format("{}: the region has {} dimensions but the model has {} parameters", name,
                                           inner.precision().dimension(), dimension));
    contact where = at_anchor(name, std::move(theta), dimension);
    where.inner = std::move(inner);
    return where;
}

tangent_bound::contact tangent_bound::at_own_predictors(std::size_t dimension) {
    return {zeros(dimension), false};
}

tangent_bound::tangent_bound(contact where) : contact_(std::move(where)) {}

}  // namespace firefly
