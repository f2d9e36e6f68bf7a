module;
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

module firefly.program;

import firefly.external;
import firefly;

namespace firefly::program {

fact_list describe_run(sample_options const& options, problem const& posed, chosen_chains const& chosen) {
    auto const number = [](auto value) { return fmt::format("{}", value); };
    bool const fireflies = !chosen.updater.empty();
    fact_list facts{{"model", options.model},
                    {"algorithm", fireflies ? "flymc" : "regular"},
                    {"kernel", chosen.kernel},
                    {"seed", number(options.run.seed)},
                    {"rows", number(posed.rows)},
                    {"target", posed.target},
                    {"data", options.data},
                    {"prior", options.prior},
                    {"prior_scale", number(posed.prior_scale)},
                    {"num_warmup", number(options.run.warm_up)},
                    {"thin", number(options.run.thin)}};
    if (!options.intercept_scale.empty()) facts.emplace_back("intercept_scale", options.intercept_scale);
    if (options.standardize) facts.emplace_back("standardized", "yes");
    if (posed.in_four_bytes) facts.emplace_back("float32", "yes");
    if (options.missing == "drop") facts.emplace_back("missing", "drop");
    for (std::size_t i = 0; i < posed.labels.size(); ++i) facts.emplace_back(fmt::format("label_{}", i + 1), posed.labels[i]);
    if (options.model == "robust") {
        facts.emplace_back("nu", number(options.nu));
        facts.emplace_back("noise_scale", number(posed.noise_scale));
    }
    std::string plan;
    for (auto const& reason : posed.reasons) plan += (plan.empty() ? "" : " ") + reason;
    if (!plan.empty()) facts.emplace_back("plan", plan);
    if (posed.separated) facts.emplace_back("separated", "yes");
    if (!fireflies) return facts;
    facts.emplace_back("bound", posed.bound);
    facts.emplace_back("updater", chosen.updater);
    if (posed.expected) {
        facts.emplace_back("expected_bright", number(posed.expected->bright));
        facts.emplace_back("expected_relaxation", number(posed.expected->relaxation));
    }
    if (posed.region_radius) facts.emplace_back("region_radius", number(*posed.region_radius));
    return facts;
}

}  // namespace firefly::program
