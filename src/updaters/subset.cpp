module;
#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

module firefly.updaters;

import firefly.external;
import firefly.core;

namespace firefly {

subset_gibbs::subset_gibbs(std::string_view updater, explicit_settings settings) : alpha_(settings.alpha) {
    if (!(alpha_ > 0 && alpha_ <= 1))
        throw invalid_argument(fmt::format(
            "{}: alpha must lie in (0, 1], got {}; it is the fraction of the data picked in an iteration, 0.1 for example", updater,
            alpha_));
}

row_index subset_gibbs::size(row_index data) const {
    // 0.07 · 100 rounds to a little more than 7, and 7 is meant.
    constexpr double deflation = 1 - 4 * std::numeric_limits<double>::epsilon();
    return std::clamp(static_cast<row_index>(std::ceil(alpha_ * static_cast<double>(data) * deflation)), row_index{1}, data);
}

}  // namespace firefly
