module;
#include <cstddef>

module firefly.kernels;

import firefly.external;
import firefly.core;

namespace firefly {

void preconditioner::wrong_dimension(std::size_t dimension, std::size_t needed) {
    throw invalid_argument(fmt::format(
        "preconditioner: it has {} dimensions but the density has {}; make it from the precision of this posterior", dimension,
        needed));
}

}  // namespace firefly
