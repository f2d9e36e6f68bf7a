module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

module firefly.program.output;

import firefly.external;
import firefly;
import firefly.program.setup;
import firefly.program.run;

namespace firefly::program {

namespace {

/// In the order of `statistics_of`.
constexpr std::array statistic_names{"lp__",        "accept_stat__", "stepsize__", "treedepth__",
                                     "divergent__", "n_bright__",    "n_lik__",    "n_flips__"};

std::array<double, statistic_names.size()> statistics_of(draw const& current) {
    return {current.log_density,
            current.acceptance,
            current.step,
            0.0,  // no kernel of firefly grows trees
            static_cast<double>(current.diverging),
            static_cast<double>(current.z.bright),
            static_cast<double>(current.queries()),
            static_cast<double>(current.z.flips())};
}

}  // namespace

fact_list end_facts(std::shared_ptr<bright_watch> const& watch, std::size_t chain, std::size_t chains) {
    // An attribute of netCDF has 64 KB, for all chains together.
    std::size_t const most = std::clamp<std::size_t>(2000 / chains, 1, 50);
    if (!watch || chains > 2000) return {};
    bright_counts const& counts = watch->of(chain);
    return {{"outside_region", fmt::format("{}", counts.share_outside())}, {"brightest", counts.in_words(most)}};
}

stored_draws recorded(run_description const& description, std::vector<chain_result> const& results, run_logs& logs,
                      std::vector<fact_list> const& ends) {
    stored_draws result;
    result.facts = description.metadata;
    stored_variable parameters{.name = description.classes.empty() ? "beta" : "W"};
    if (!description.classes.empty()) {
        parameters.dimensions.emplace_back("class");
        parameters.labels.push_back(description.classes);
    }
    parameters.dimensions.emplace_back("feature");
    parameters.labels.push_back(description.columns);
    for (auto const* const name : statistic_names) result.statistics.push_back({.name = name});
    std::vector<fact_list> told;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        draw_log_reader const drawn = logs.read(i);
        if (drawn.size() == drawn.warm_up()) continue;
        std::vector<double> theta;
        for (auto& statistic : result.statistics) statistic.chains.emplace_back();
        for (std::size_t k = drawn.warm_up(); k < drawn.size(); ++k) {
            draw const current = drawn.at(k);
            theta.insert(theta.end(), current.theta.begin(), current.theta.end());
            auto const values = statistics_of(current);
            for (std::size_t s = 0; s < values.size(); ++s) result.statistics[s].chains.back().push_back(values[s]);
        }
        parameters.chains.push_back(std::move(theta));
        result.warm_up_seconds.push_back(results[i].warm_up_seconds);
        result.sampling_seconds.push_back(results[i].seconds);
        told.push_back(ends[i]);
    }
    if (parameters.chains.empty()) return {};
    for (auto& fact : join_facts(told)) result.facts.push_back(std::move(fact));
    result.parameters.push_back(std::move(parameters));
    cut_to_shortest(result);
    return result;
}

}  // namespace firefly::program
