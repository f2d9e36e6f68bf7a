module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

module firefly.program.output;

import firefly.external;
import firefly;
import firefly.program.setup;
import firefly.program.run;

namespace firefly::program {

fact_list end_facts(std::shared_ptr<bright_watch> const& watch, std::size_t chain, std::size_t chains) {
    // An attribute of netCDF has 64 KB, for all chains together.
    std::size_t const most = std::clamp<std::size_t>(2000 / chains, 1, 50);
    if (!watch || chains > 2000) return {};
    bright_counts const& counts = watch->of(chain);
    return {{"outside_region", fmt::format("{}", counts.share_outside())}, {"brightest", watch->in_words(chain, most)}};
}

stored_draws recorded(run_description const& description, std::vector<chain_result> const& results, run_logs& logs,
                      std::vector<fact_list> const& ends) try {
    stored_draws result{.parameters = description.parameters, .facts = description.metadata};
    std::vector<fact_list> told;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        draw_log_reader const drawn = logs.read(i);
        if (drawn.size() == drawn.warm_up()) continue;
        result.add_chain(drawn.draws());
        result.warm_up_seconds.push_back(results[i].warm_up_seconds);
        result.sampling_seconds.push_back(results[i].seconds);
        told.push_back(ends[i]);
    }
    for (auto& fact : join_facts(told)) result.facts.push_back(std::move(fact));
    cut_to_shortest(result);
    return result;
} catch (std::bad_alloc const&) {
    std::uint64_t draws = 0;
    for (auto const& chain : results) draws += chain.records();
    auto const numbers = static_cast<double>(description.size() + statistic_count);
    throw output_error(fmt::format(
        "{} draws of {} parameters take {} of memory, which is not available; keep fewer of them (--thin), or write Stan CSV, which needs "
        "no memory for them",
        draws, description.size(), in_bytes(static_cast<double>(draws) * numbers * sizeof(double))));
}

}  // namespace firefly::program
