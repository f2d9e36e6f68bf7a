module;
#include <cstddef>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void check_bound(std::size_t bound_dimension, std::size_t model_dimension) {
    if (bound_dimension != model_dimension)
        throw invalid_argument(
            fmt::format("joint: the bound has {} parameters but the model has {}; make the bound from this model", bound_dimension,
                        model_dimension));
}

}  // namespace firefly
