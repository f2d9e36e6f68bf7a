module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

module firefly.planning;

import firefly.external;
import firefly.core;
import firefly.teams;
import firefly.updaters;

namespace firefly {

poisson_clock make_proposals(looseness_table const& table, double candidates_per_bright) {
    auto const looseness = [&](row_index n) -> double { return table.looseness[table.part.place(n)]; };
    double const mean = sum_over_shares(table.part, looseness) / static_cast<double>(table.part.rows);
    return poisson_clock(table.part, [&](row_index n) {
        double const q = std::min(0.5, candidates_per_bright * std::max(looseness(n), 1e-3 * mean));
        return -portable::log1p(-q);
    });
}

clocked_update make_clocked_update(std::vector<lazy<looseness_table>> const& tables, double candidates_per_bright) {
    poisson_clock const inner = make_proposals(*tables.front(), candidates_per_bright);
    clocked_settings settings{inner, {}, candidates_per_bright};
    for (std::size_t region = 1; region < tables.size(); ++region)
        settings.more.emplace_back(std::function<poisson_clock()>([table = tables[region], inner, candidates_per_bright] {
            poisson_clock const whole = make_proposals(*table, candidates_per_bright);
            return poisson_clock(table->part, [&](row_index n) { return std::max(whole.length(n) - inner.length(n), 0.0); });
        }));
    return clocked_update(std::move(settings));
}

thinned_gibbs make_thinned_gibbs(std::vector<lazy<looseness_table>> const& tables, vector_view anchor, cholesky precision) {
    auto const make_clock = [](looseness_table const& table) {
        return poisson_clock(table.part, [&](row_index n) -> double { return table.range[table.part.place(n)]; });
    };
    thinned_settings settings{{make_clock(*tables.front())}, to_vector(anchor), std::move(precision)};
    for (std::size_t region = 1; region < tables.size(); ++region)
        settings.clocks.emplace_back(
            std::function<poisson_clock()>([table = tables[region], make_clock] { return make_clock(*table); }));
    return thinned_gibbs(std::move(settings));
}

template class lazy<looseness_table>;

}  // namespace firefly
