module;
#include <cmath>

module firefly.updaters;

import firefly.external;
import firefly.core;

namespace firefly {

implicit_update::implicit_update(implicit_settings settings) : q_(settings.q), log_q_(portable::log(settings.q)) {
    if (!(q_ > 0 && q_ <= 0.5))
        throw invalid_argument(
            fmt::format("implicit_update: q must lie in (0, 0.5], got {}; the expected bright fraction is a good choice", q_));
}

}  // namespace firefly
