module;
#include <cstddef>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void no_maximum(std::size_t steps, double decrement) {
    throw numerical_error(fmt::format(
        "find_map: no maximum after {} passes (squared Newton decrement {:.3g}); give the prior a smaller scale or raise max_steps",
        steps, decrement));
}

}  // namespace firefly
