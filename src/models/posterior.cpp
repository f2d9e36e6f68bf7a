module;
#include <cstddef>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

void check_layout(std::size_t numbers, std::size_t wanted) {
    if (numbers != wanted)
        throw invalid_argument(
            fmt::format("posterior: this likelihood takes targets of {} numbers, and the rows have {}; give rows with "
                        "the case numbers that it needs (cased_rows)",
                        wanted, numbers));
}

}  // namespace firefly
