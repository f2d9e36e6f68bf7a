module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

module firefly.program;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

/// In the order in which `chain_record` keeps them.
constexpr std::array statistic_names{"lp__",        "accept_stat__", "stepsize__", "treedepth__",
                                     "divergent__", "n_bright__",    "n_lik__",    "n_flips__"};

}  // namespace

/// One chain, filled on its own thread.
struct recorder::chain_record {
    std::vector<double> theta;  // draw after draw
    std::array<std::vector<double>, statistic_names.size()> statistics;
    double warm_up_seconds = 0;
    double seconds = 0;
    fact_list facts;

    void append(draw const& current) {
        theta.insert(theta.end(), current.theta.begin(), current.theta.end());
        std::array const values{current.log_density,
                                current.acceptance,
                                current.step,
                                0.0,  // no kernel of firefly grows trees
                                static_cast<double>(current.diverging),
                                static_cast<double>(current.z.bright),
                                static_cast<double>(current.queries()),
                                static_cast<double>(current.z.flips())};
        for (std::size_t i = 0; i < values.size(); ++i) statistics[i].push_back(values[i]);
    }

    /// How many of the draws lie outside the region, by the norm in which it is a ball. Of very many draws some are enough.
    double share_outside(problem const& posed) const {
        std::size_t const size = posed.dimension, draws = theta.size() / size;
        constexpr double most = 1e9;  // operations
        double const work = static_cast<double>(draws) * static_cast<double>(size) * static_cast<double>(size);
        std::size_t const step = 1 + static_cast<std::size_t>(work / most);
        std::size_t seen = 0, outside = 0;
        vector displacement = zeros(size);
        for (std::size_t s = 0; s < draws; s += step, ++seen) {
            for (std::size_t i = 0; i < size; ++i) displacement(i) = theta[s * size + i] - posed.at->theta(i);
            outside += posed.at->precision.squared_norm(as_view(displacement)) > *posed.region_radius * *posed.region_radius;
        }
        return static_cast<double>(outside) / static_cast<double>(seen);
    }
};

recorder::recorder(problem const& posed, fact_list facts, std::size_t chains) : posed_(posed), facts_(std::move(facts)) {
    for (std::size_t i = 0; i < chains; ++i) chains_.push_back(std::make_unique<chain_record>());
}
recorder::~recorder() = default;

void recorder::append(std::size_t chain, draw const& current) {
    chains_[chain]->append(current);
}

fact_list const& recorder::end(std::size_t chain, double warm_up_seconds, double sampling_seconds) {
    auto& record = *chains_[chain];
    record.warm_up_seconds = warm_up_seconds;
    record.seconds = sampling_seconds;
    if (posed_.at && posed_.region_radius && !posed_.bound.empty())
        record.facts.emplace_back("outside_region", fmt::format("{}", record.share_outside(posed_)));
    if (posed_.watch) record.facts.emplace_back("brightest", posed_.watch->of(chain).in_words());
    return record.facts;
}

std::vector<draw_sink> recorder::before(std::vector<draw_sink> sinks) {
    std::vector<draw_sink> result;
    for (std::size_t i = 0; i < sinks.size(); ++i) {
        auto const inner = std::make_shared<draw_sink const>(std::move(sinks[i]));
        result.push_back({.append =
                              [this, i, inner](draw const& current) {
                                  if (!current.warm_up) append(i, current);
                                  inner->append(current);
                              },
                          .finish =
                              [this, i, inner](chain_result const& chain) {
                                  inner->tell(end(i, chain.warm_up_seconds, chain.seconds));
                                  inner->finish(chain);
                              }});
    }
    return result;
}

stored_draws recorder::take() {
    std::erase_if(chains_, [](auto const& chain) { return chain->theta.empty(); });
    stored_draws result;
    result.facts = facts_;
    if (chains_.empty()) return result;
    stored_variable parameters{.name = posed_.classes.empty() ? "beta" : "W"};
    if (!posed_.classes.empty()) {
        parameters.dimensions.emplace_back("class");
        parameters.labels.push_back(posed_.classes);
    }
    parameters.dimensions.emplace_back("feature");
    parameters.labels.push_back(posed_.columns);
    for (auto const* const name : statistic_names) result.statistics.push_back({.name = name});
    std::vector<fact_list> facts;
    for (auto& chain : chains_) {
        parameters.chains.push_back(std::move(chain->theta));
        for (std::size_t i = 0; i < statistic_names.size(); ++i)
            result.statistics[i].chains.push_back(std::move(chain->statistics[i]));
        result.warm_up_seconds.push_back(chain->warm_up_seconds);
        result.sampling_seconds.push_back(chain->seconds);
        facts.push_back(chain->facts);
    }
    for (auto& fact : join_facts(facts)) result.facts.push_back(std::move(fact));
    result.parameters.push_back(std::move(parameters));
    cut_to_shortest(result);
    return result;
}

}  // namespace firefly::program
