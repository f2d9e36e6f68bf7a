module;
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

module firefly.updaters;

import firefly.external;
import firefly.core;

namespace firefly {

clocked_update::clocked_update(clocked_settings settings) : settings_(std::move(settings)) {
    double const ratio = settings_.candidates_per_bright;
    if (!(ratio > 0) || !std::isfinite(ratio))
        throw invalid_argument(fmt::format("clocked_update: candidates_per_bright must be positive and finite, got {}", ratio));
    if (!(settings_.inner.total() > 0)) throw invalid_argument("clocked_update: all probabilities are zero; give one a datum");
    for (auto const& clock : settings_.more)
        if (clock.size() != settings_.inner.size())
            throw invalid_argument(fmt::format("clocked_update: a clock of {} data beside one of {}; give one length a datum",
                                               clock.size(), settings_.inner.size()));
}

}  // namespace firefly
