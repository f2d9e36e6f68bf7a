module;
#include <cstdint>

module firefly.updaters;

import firefly.external;
import firefly.core;

namespace firefly {

deterministic_sweep::deterministic_sweep(sweep_settings settings) : block_(settings.block) {
    if (block_ == 0)
        throw invalid_argument(
            "deterministic_sweep: block must be at least 1, got 0; a tenth of the data redraws every brightness in ten iterations");
}

}  // namespace firefly
