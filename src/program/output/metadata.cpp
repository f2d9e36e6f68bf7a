module;
#include <algorithm>
#include <array>
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

std::string label_key(std::size_t i) {
    return fmt::format("label_{}", i + 1);
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

/// Of the columns that are no levels of groups.
std::string in_words(vector const& numbers, std::size_t columns) {
    std::string result;
    for (std::size_t j = 0; j < std::min(columns, numbers.size()); ++j)
        result += fmt::format("{}{}", result.empty() ? "" : " ", numbers(j));
    return result;
}

/// Of each coefficient on the scale of the data: θ_j = φ_j/s_j has the prior of φ_j with a scale s_j times narrower.
double own_scale(model_setup const& setup, std::size_t column) {
    vector const& deviation = setup.to_data_scale.columns().deviation();
    double const scale = prior_of_column(setup, column).scale;
    return deviation.size() > 0 ? scale / deviation(column) : scale;
}

/// Those of all columns, where they have one distribution.
std::string prior_scales(model_setup const& setup) {
    std::string result;
    for (std::size_t j = 0; j < setup.columns.size(); ++j) result += fmt::format("{}{}", j > 0 ? " " : "", own_scale(setup, j));
    return result;
}

/// What each column's prior is, where they are not all the same.
std::string priors_by_column(model_setup const& setup) {
    std::string result;
    for (std::size_t j = 0; j < setup.columns.size(); ++j) {
        own_prior const own = prior_of_column(setup, j);
        bool const plain = own.scale == infinity;
        std::string const shape = own.degrees_of_freedom < infinity ? fmt::format("{}, ", own.degrees_of_freedom) : "";
        result += fmt::format("{}{}", j > 0 ? "; " : "",
                              plain ? own.word : fmt::format("{}({}0, {:.12g})", own.word, shape, own_scale(setup, j)));
    }
    return result;
}

/// The run again, without the options that no draw depends on: so the same draws have the same files, wherever and on however many threads they
/// were made.
std::string command_of(sample_options const& options) {
    constexpr std::array without{"--output=", "--report=", "--checkpoint=", "--threads=", "--quiet="};
    std::string result = "firefly sample";
    for (auto const& argument : options.arguments)
        if (std::ranges::none_of(without, [&](auto const* name) { return argument.starts_with(name); }))
            result += " " + in_shell(argument);
    return result;
}

/// Scales of the prior that are learned, and those of their own distributions.
void add_learned(fact_list& facts, model_setup const& setup) {
    std::size_t number = 0;
    for (auto const& prior : setup.priors) {
        if (!prior.is_learned()) continue;
        std::string const key = fmt::format("learned_scale_{}", ++number);
        facts.emplace_back(key, prior.scale_name);
        if (prior.kind == column_prior::shape::horseshoe) facts.emplace_back(key + "_each", prior.name_of_each());
        facts.emplace_back(key + "_coefficients", fmt::format("{}", prior.columns));
        facts.emplace_back(key + "_prior", fmt::format("half-Cauchy of scale {}{}", prior.scale,
                                                       setup.noise_prior_scale ? " in units of sigma" : ""));
    }
}

/// What else defines the model: the columns as they were sampled, the prior, the rows.
void add_definition(fact_list& facts, sample_options const& options, model_setup const& setup) {
    if (is_of_two_classes(options.model) && setup.labels.size() == 2) facts.emplace_back("modelled_class", setup.labels[1]);
    if (setup.dropped) {
        facts.emplace_back("rows_dropped", fmt::format("{}", *setup.dropped));
        if (*setup.dropped > 0) facts.emplace_back("rows_dropped_because", "a cell is missing");
    }
    column_scale const& columns = setup.to_data_scale.columns();
    if (options.is_centred()) {
        facts.emplace_back("centred", "yes");
        facts.emplace_back("centres", in_words(columns.centre(), setup.columns.size()));
    }
    if (options.standardize) {
        facts.emplace_back("standardized", "yes");
        facts.emplace_back("deviations", in_words(columns.deviation(), setup.columns.size()));
    }
    if (options.prior_rules.empty())
        facts.emplace_back("prior_scales", prior_scales(setup));
    else
        facts.emplace_back("priors", priors_by_column(setup));
    for (std::size_t i = 0; i < options.prior_rules.size(); ++i)
        facts.emplace_back(fmt::format("prior_rule_{}", i + 1), options.prior_rules[i]);
    add_learned(facts, setup);
}

/// Start and width of the bins, then of each bin how many data are there and how many are expected.
std::string in_words(binned_data const& bins) {
    std::string result = fmt::format("{} {}", bins.start, bins.width);
    for (std::size_t b = 0; b < bins.observed.size(); ++b)
        result += fmt::format(" {:.8g} {:.6g}", bins.observed[b], bins.expected[b]);
    return result;
}

/// Of each group what is predicted, what is observed, and the standard error.
std::string in_words(std::vector<calibration_group> const& groups) {
    std::string result;
    for (auto const& [predicted, observed, error] : groups)
        result += fmt::format("{}{:.6g} {:.6g} {:.3g}", result.empty() ? "" : " ", predicted, observed, error);
    return result;
}

/// Of each threshold which share of the other class lies above it, and which of the class.
std::string in_words(std::vector<roc_point> const& points) {
    std::string result;
    for (auto const& [mistaken, found] : points)
        result += fmt::format("{}{:.4g} {:.4g}", result.empty() ? "" : " ", mistaken, found);
    return result;
}

/// What the report shows of how the model fits.
void add_fit(fact_list& facts, data_survey const& seen) {
    if (seen.counts) facts.emplace_back("count_bins", in_words(*seen.counts));
    if (seen.residuals) facts.emplace_back("residual_bins", in_words(*seen.residuals));
    for (std::size_t i = 0; i < seen.calibration.size(); ++i)
        if (!seen.calibration[i].empty()) facts.emplace_back(calibration_key(i), in_words(seen.calibration[i]));
    if (!seen.roc.empty()) facts.emplace_back("roc", in_words(seen.roc));
}

/// What set-up saw in the data, as far as there is something to say.
void add_survey(fact_list& facts, data_survey const& seen) {
    constexpr std::size_t most_names = 3;  // of columns or parameters, then how many more
    for (auto const& [key, names] :
         {std::pair{"separating_columns", &seen.separating}, {"uninformed", &seen.uninformed}, {"pulled", &seen.pulled}})
        if (!names->empty()) facts.emplace_back(key, enumeration(*names, most_names));
    if (seen.uneven) {
        facts.emplace_back("widest_column", seen.uneven->widest);
        facts.emplace_back("narrowest_column", seen.uneven->narrowest);
        facts.emplace_back("spread_ratio", fmt::format("{:.3g}", seen.uneven->ratio));
    }
    if (seen.dominant) {
        facts.emplace_back("dominant_row", fmt::format("{}", seen.dominant->row + 1));
        facts.emplace_back("dominant_share", fmt::format("{:.3g}", seen.dominant->share));
    }
    if (seen.dispersion) {
        facts.emplace_back("dispersion", fmt::format("{:.6g}", seen.dispersion->ratio));
        facts.emplace_back("dispersion_error", fmt::format("{:.3g}", seen.dispersion->error));
    }
    if (seen.zeros) {
        facts.emplace_back("zeros", fmt::format("{:.17g}", seen.zeros->found));
        facts.emplace_back("expected_zeros", fmt::format("{:.6g}", seen.zeros->expected));
        facts.emplace_back("zeros_error", fmt::format("{:.3g}", seen.zeros->error));
    }
}

}  // namespace

std::vector<std::string> labels_of(fact_list const& facts) {
    std::vector<std::string> result;
    while (auto label = find_fact(facts, label_key(result.size()))) result.push_back(std::move(*label));
    return result;
}

std::string calibration_key(std::size_t i) {
    return fmt::format("calibration_{}", i + 1);
}

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
    fact_list facts{{"version", FIREFLY_VERSION},
                    {"command", command_of(options)},
                    {"model", name_of(options.model)},
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
    if (setup.intercept_scale) facts.emplace_back("intercept_scale", number(*setup.intercept_scale));
    add_definition(facts, options, setup);
    if (setup.in_four_bytes) facts.emplace_back("float32", "yes");
    for (auto const& [key, column] : case_options::by_name(options.cases))
        if (!column->empty()) facts.emplace_back(key, *column);
    if (options.merge) facts.emplace_back("merged", "yes");
    if (options.missing == missing_cells::drop) facts.emplace_back("missing", "drop");
    for (std::size_t i = 0; i < setup.labels.size(); ++i) facts.emplace_back(label_key(i), setup.labels[i]);
    if (!setup.classes.empty()) facts.emplace_back("reference", setup.classes[reference_class(setup.classes, options.reference)]);
    add_categories(facts, setup.categories);
    if (setup.made)
        for (auto& fact : setup.made->facts()) facts.push_back(std::move(fact));
    if (!setup.on_grid.empty()) facts.emplace_back(setup.on_grid + "_prior", setup.grid_prior);
    if (has_degrees_of_freedom(options.model) && setup.on_grid.empty()) facts.emplace_back("nu", number(options.nu));
    if (has_threshold(options.model)) facts.emplace_back("threshold", number(options.threshold));
    if (setup.noise_prior_scale) {
        facts.emplace_back("noise_prior_scale", number(*setup.noise_prior_scale));
    } else if (std::string const spread(spread_of(options.model)); !spread.empty() && spread != setup.on_grid) {
        facts.emplace_back(spread, number(setup.spread));
        if (setup.likeliest_spread) facts.emplace_back("likeliest_" + spread, number(*setup.likeliest_spread));
    }
    std::string plan;
    for (auto const& reason : setup.reasons) plan += (plan.empty() ? "" : " ") + reason;
    if (!plan.empty()) facts.emplace_back("plan", plan);
    facts.emplace_back("options", as_options(setup.chosen));
    if (setup.separated) facts.emplace_back("separated", "yes");
    add_survey(facts, setup.seen);
    add_fit(facts, setup.seen);
    if (!fireflies) return facts;
    facts.emplace_back("bound", setup.bound());
    facts.emplace_back("updater", setup.updater());
    if (setup.expected) {
        facts.emplace_back("expected_bright", number(setup.expected->bright));
        facts.emplace_back("expected_relaxation", number(setup.expected->relaxation));
    }
    if (setup.chosen.region.is_value()) {
        double const radius = *setup.chosen.region;
        auto const radii = region_radii(radius, region_radius(setup.dimension, plan_settings{}.outside));
        facts.emplace_back("region_radius", number(radius));
        if (radii.size() > 1) facts.emplace_back("ring_radius", number(radii.back()));
    }
    return facts;
}

}  // namespace firefly::program
