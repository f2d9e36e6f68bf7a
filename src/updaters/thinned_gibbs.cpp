module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

module firefly.updaters;

import firefly.external;
import firefly.core;

namespace firefly {

thinned_gibbs::thinned_gibbs(thinned_settings settings) : settings_(std::move(settings)) {
    if (settings_.clocks.empty()) throw invalid_argument("thinned_gibbs: there is no clock; give one for each region of the bound");
    for (auto const& clock : settings_.clocks)
        if (clock.is_made() && clock->size() != settings_.clocks[0]->size())
            throw invalid_argument(fmt::format("thinned_gibbs: a clock of {} data beside one of {}; give one length per datum",
                                               clock->size(), settings_.clocks[0]->size()));
}

void thinned_gibbs::check_points(double expected) {
    constexpr double most = 4e9;  // a minute, and no datum is struck more often than four bytes can count
    if (!(expected <= most))
        throw numerical_error(
            fmt::format("thinned_gibbs: theta is so far from the anchor that {:.3g} points would have to be drawn; start "
                        "nearer to the maximum of the posterior",
                        expected));
}

double thinned_gibbs::log_dark(row_index n, double times, double most, double log_factor) {
    if (log_factor == infinity) return -infinity;  // it has no bound here
    double const gap =
        log_factor > 0 ? log_factor + portable::log1p(portable::exp(-log_factor)) : portable::log1p(portable::exp(log_factor));
    if (gap > most * (1 + 1e-6) + 1e-300)
        throw numerical_error(
            fmt::format("thinned_gibbs: datum {} has a gap of {} where at most {} was foreseen; make the clocks "
                        "from the bound that the chain uses",
                        n, gap, most));
    return times == 0 ? 0 : times * portable::log1p(-std::min(gap / most, 1.0));
}

}  // namespace firefly
