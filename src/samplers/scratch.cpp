module;
#include <cstddef>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void check_dimension(std::size_t given, std::size_t needed) {
    if (given != needed)
        throw invalid_argument(fmt::format("start: theta has {} numbers but the model has {} parameters", given, needed));
}

}  // namespace firefly
