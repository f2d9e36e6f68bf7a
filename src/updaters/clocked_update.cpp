module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "../numeric/lanes.hpp"

module firefly.updaters;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

/// 1 − e^{−x} = x (1 − x P(−x)), P(x) = (eˣ − 1 − x)/x²: nothing cancels however small x is. Beyond two the difference is as good.
FIREFLY_VECTORISED void fill_probabilities(std::size_t size, double* x) {
    lanes const near = lanes::every(2);
    for (std::size_t i = 0; i < size; i += lane_count) {
        std::size_t const count = std::min(lane_count, size - i);
        lanes const length = load(x + i, count), small = least(length, near);
        lanes result = small * (1.0 - small * expm1_minus_over_square(-small));
        if (any(length > 2)) result = select(length > 2, 1.0 - exp_of(-length), result);  // seldom
        store(result, x + i, count);
    }
}

}  // namespace

void hit_probabilities(vector_out x) {
    fill_probabilities(x.size(), x.data());
}

clocked_update::clocked_update(clocked_settings settings) : settings_(std::move(settings)) {
    double const ratio = settings_.candidates_per_bright;
    if (!(ratio > 0) || !std::isfinite(ratio))
        throw invalid_argument(fmt::format("clocked_update: candidates_per_bright must be positive and finite, got {}", ratio));
    for (auto const& clock : settings_.more)
        if (clock.is_made() && clock->size() != settings_.inner.size())
            throw invalid_argument(fmt::format("clocked_update: a clock of {} data beside one of {}; give one length per datum",
                                               clock->size(), settings_.inner.size()));
}

}  // namespace firefly
