module;
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

module firefly.program.output;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.setup;

namespace firefly::program {

namespace {

std::string category_key(std::size_t i) {
    return fmt::format("category_{}", i + 1);
}

std::string level_key(std::size_t i, std::size_t k) {
    return fmt::format("{}_level_{}", category_key(i), k + 1);
}

void add_categories(fact_list& facts, std::vector<known_levels> const& categories) {
    facts.emplace_back("categories", fmt::format("{}", categories.size()));
    for (std::size_t i = 0; i < categories.size(); ++i) {
        facts.emplace_back(category_key(i), categories[i].column);
        for (std::size_t k = 0; k < categories[i].levels.size(); ++k) facts.emplace_back(level_key(i, k), categories[i].levels[k]);
    }
}

}  // namespace

std::optional<std::vector<known_levels>> categories_of(fact_list const& facts) {
    auto const count = find_number(facts, "categories");
    if (!count) return {};
    std::vector<known_levels> result;
    while (auto column = find_fact(facts, category_key(result.size()))) {
        std::vector<std::string> levels;
        while (auto level = find_fact(facts, level_key(result.size(), levels.size()))) levels.push_back(std::move(*level));
        result.push_back({std::move(*column), std::move(levels)});
    }
    return result;
}

fact_list describe_run(sample_options const& options, model_setup const& setup) {
    auto const number = [](auto value) { return fmt::format("{}", value); };
    bool const fireflies = setup.chosen.algorithm == choice(algorithm_kind::firefly);
    fact_list facts{{"model", name_of(options.model)},
                    {"algorithm", fireflies ? "flymc" : "regular"},
                    {"kernel", setup.kernel()},
                    {"seed", number(options.run.seed)},
                    {"rows", number(setup.rows)},
                    {"target", setup.target},
                    {"data", options.data},
                    {"prior", name_of(options.prior)},
                    {"prior_scale", number(setup.prior_scale)},
                    {"num_warmup", number(options.run.warm_up)},
                    {"thin", number(options.run.thin)}};
    if (options.intercept_scale) facts.emplace_back("intercept_scale", number(*options.intercept_scale));
    if (options.is_centred()) facts.emplace_back("centred", "yes");
    if (options.standardize) facts.emplace_back("standardized", "yes");
    if (setup.in_four_bytes) facts.emplace_back("float32", "yes");
    if (options.missing == missing_cells::drop) facts.emplace_back("missing", "drop");
    for (std::size_t i = 0; i < setup.labels.size(); ++i) facts.emplace_back(fmt::format("label_{}", i + 1), setup.labels[i]);
    if (!setup.classes.empty()) facts.emplace_back("reference", setup.classes[reference_class(setup.classes, options.reference)]);
    add_categories(facts, setup.categories);
    if (options.model == model_kind::robust) {
        facts.emplace_back("nu", number(options.nu));
        facts.emplace_back("noise_scale", number(setup.noise_scale));
        facts.emplace_back("likeliest_noise_scale", number(setup.likeliest_noise_scale));
    }
    std::string plan;
    for (auto const& reason : setup.reasons) plan += (plan.empty() ? "" : " ") + reason;
    if (!plan.empty()) facts.emplace_back("plan", plan);
    facts.emplace_back("options", as_options(setup.chosen));
    if (setup.separated) facts.emplace_back("separated", "yes");
    if (!fireflies) return facts;
    facts.emplace_back("bound", setup.bound());
    facts.emplace_back("updater", setup.updater());
    if (setup.expected) {
        facts.emplace_back("expected_bright", number(setup.expected->bright));
        facts.emplace_back("expected_relaxation", number(setup.expected->relaxation));
    }
    if (setup.chosen.region.is_value()) facts.emplace_back("region_radius", number(*setup.chosen.region));
    return facts;
}

}  // namespace firefly::program
