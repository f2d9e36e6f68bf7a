module;
#include <cstddef>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void no_large_maximum(std::size_t passes, double decrement) {
    throw numerical_error(
        fmt::format("find_map_large: no maximum after {} passes (squared Newton decrement {:.3g}); give the prior a "
                    "smaller scale or raise max_passes",
                    passes, decrement));
}

}  // namespace firefly
