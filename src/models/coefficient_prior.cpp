module;
#include <cstddef>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

void check_coefficients(std::size_t coefficients, std::size_t columns) {
    if (coefficients != columns)
        throw invalid_argument(
            fmt::format("the prior has {} coefficients but the model has {} columns; give every column its place in a term",
                        coefficients, columns));
}

}  // namespace firefly
