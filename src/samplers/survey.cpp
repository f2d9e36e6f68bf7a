module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

module firefly.samplers;

import firefly.external;
import firefly.core;
import firefly.updaters;

namespace firefly {

std::vector<double> proposal_lengths(std::vector<double> const& looseness, double candidates_per_bright) {
    double mean = 0;
    for (double const l : looseness) mean += l / static_cast<double>(looseness.size());
    std::vector<double> lengths(looseness.size());
    for (std::size_t n = 0; n < lengths.size(); ++n) {
        double const q = std::min(0.5, candidates_per_bright * std::max(looseness[n], 1e-3 * mean));
        lengths[n] = -std::log1p(-q);
    }
    return lengths;
}

clocked_update make_clocked_update(std::vector<looseness_table> const& tables, double candidates_per_bright) {
    auto const inner = proposal_lengths(tables.front().looseness, candidates_per_bright);
    clocked_settings settings{poisson_clock(inner), {}, candidates_per_bright};
    for (std::size_t region = 1; region < tables.size(); ++region) {
        auto more = proposal_lengths(tables[region].looseness, candidates_per_bright);
        for (std::size_t n = 0; n < more.size(); ++n) more[n] = std::max(more[n] - inner[n], 0.0);
        settings.more.emplace_back(more);
    }
    return clocked_update(std::move(settings));
}

thinned_gibbs make_thinned_gibbs(std::vector<looseness_table> const& tables, vector_view anchor, cholesky precision) {
    thinned_settings settings{{}, to_vector(anchor), std::move(precision)};
    for (auto const& table : tables) settings.clocks.emplace_back(table.range);
    return thinned_gibbs(std::move(settings));
}

}  // namespace firefly
