module;
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.output;

namespace firefly::program {

namespace {

bool is_indicator(known_levels const& category, std::string const& feature) {
    return std::ranges::any_of(category.levels,
                               [&](std::string const& level) { return feature == fmt::format("{}={}", category.column, level); });
}

/// What the features' names tell: all levels but the reference, whose place is taken by a level that no cell is called.
std::vector<known_levels> guess_categories(std::vector<std::string> const& features) {
    std::vector<known_levels> result;
    for (auto const& feature : features) {
        auto const equals = feature.find('=');
        if (equals == std::string::npos) continue;
        std::string const column = feature.substr(0, equals);
        auto known = std::ranges::find(result, column, &known_levels::column);
        if (known == result.end()) known = result.insert(known, {column, {""}});
        known->levels.push_back(feature.substr(equals + 1));
    }
    return result;
}

std::vector<known_levels> find_categories(fact_list const& facts, std::vector<std::string> const& features,
                                          predict_options const& options) {
    auto recorded = categories_of(facts);
    auto result = recorded ? std::move(*recorded) : guess_categories(features);
    if (!recorded && !result.empty() && !options.unseen_as_reference)
        throw data_error(
            {.file = options.draws.front(),
             .column = result.front().column,
             .what = fmt::format("does not record the levels of {}: an older firefly wrote it, and a level that was never "
                                 "fitted cannot be told from the reference level",
                                 in_quotes(result.front().column)),
             .remedy = "sample again, or take all levels without a coefficient for the reference: --unseen reference"});
    if (options.unseen_as_reference)
        for (auto& category : result) {
            auto const first = fmt::format("{}={}", category.column, category.levels.front());
            if (std::ranges::find(features, first) == features.end()) category.unseen_as = 0;  // otherwise there is no reference
        }
    return result;
}

/// A whole number, or 0.
std::uint64_t index_of(std::string const& name) {
    std::uint64_t index = 0;
    auto const [end, failure] = std::from_chars(name.data(), name.data() + name.size(), index);
    return failure == std::errc{} && end == name.data() + name.size() ? index : 0;
}

matrix spread_draws(stored_variable const& variable, stored_draws const& draws, std::size_t most) {
    std::size_t const size = variable.size(), length = draws.length(), all = draws.chains() * length;
    std::size_t const used = most == 0 ? all : std::min(most, all);
    matrix theta = zeros(used, size);
    for (std::size_t i = 0; i < used; ++i) {
        std::size_t const s = i * all / used;
        std::copy_n(variable.chains[s / length].begin() + static_cast<std::ptrdiff_t>(s % length * size), size, &theta(i, 0));
    }
    return theta;
}

/// The rules of --prior that the draws were made with.
std::vector<std::string> prior_rules_of(fact_list const& facts) {
    std::vector<std::string> result;
    while (auto const rule = find_fact(facts, fmt::format("prior_rule_{}", result.size() + 1))) result.emplace_back(*rule);
    return result;
}

/// Throws by `refuse` where the draws have not what the formula and the prior of its levels ask for.
template <class Refuse>
fitted_group load_group(design_group const& group, column_prior const& prior, stored_draws const& draws, std::size_t most,
                        Refuse const& refuse) {
    auto const find = [&](std::string const& name, std::size_t size) -> matrix {
        auto const found = std::ranges::find(draws.parameters, name, &stored_variable::name);
        if (found == draws.parameters.end() || found->size() != size)
            refuse(fmt::format("does not have {} as its formula asks for", in_quotes(name)));
        return spread_draws(*found, draws, most);
    };
    fitted_group result{.effects = find(group.name, group.levels.size())};
    if (prior.kind == column_prior::shape::learned) result.scale = find(prior.scale_name, 1);
    if (prior.kind == column_prior::shape::normal) {
        result.scale = zeros(result.effects.shape(0), 1);
        result.scale.fill(prior.scale);
    }
    return result;
}

/// Of all groups of the formula, in their order.
template <class Refuse>
std::vector<fitted_group> load_groups(fitted_model const& fit, stored_draws const& draws, std::size_t most, Refuse const& refuse) {
    auto const priors = resolve_priors(prior_rules_of(draws.facts), fit.features, named_groups(fit.made.get()));
    auto prior = priors.begin();
    for (std::size_t columns = 0; columns < fit.features.size(); ++prior) columns += prior->columns;
    std::vector<fitted_group> result;
    for (auto const& group : fit.made->groups()) result.push_back(load_group(group, *prior++, draws, most, refuse));
    return result;
}

}  // namespace

fitted_model load_model(predict_options const& options) {
    return load_model(read_draws(options.draws), options);
}

fitted_model load_model(stored_draws const& draws, predict_options const& options) {
    auto const refuse = [&](std::string what) {
        throw data_error(
            {.file = options.draws.front(), .what = std::move(what), .remedy = "give draws that `firefly sample` wrote"});
    };
    auto const kind = model_by_name(find_fact(draws.facts, "model").value_or(""));
    auto const& variable = draws.parameters.front();
    if (!kind || variable.dimensions.empty() || variable.dimensions.back() != "feature")
        refuse("does not say which model and columns it is of");
    fitted_model fit;
    fit.kind = *kind;
    fit.features = variable.labels.back();
    fit.categories = find_categories(draws.facts, fit.features, options);
    fit.target = find_fact(draws.facts, "target").value_or("");
    for (auto const& [key, column] : case_options::by_name(fit.cases)) *column = find_fact(draws.facts, key).value_or("");
    if (!options.weighted) fit.cases.weights.clear();
    if (auto made = design::from_facts(draws.facts)) {
        if (has_cutpoints(fit.kind)) made->leave_out_intercept();
        if (made->features() != fit.features) refuse("has a formula that does not make the columns of its draws");
        fit.cases.offset.clear();
        fit.made = std::make_shared<design const>(std::move(*made));
        fit.groups = load_groups(fit, draws, options.most_draws, refuse);
    }
    if (has_weights_by_class(fit.kind)) fit.outcomes = variable.labels.front();
    if (is_of_two_classes(fit.kind))
        fit.outcomes = {find_fact(draws.facts, "label_1").value_or("0"), find_fact(draws.facts, "label_2").value_or("1")};
    auto const told = [&](std::string_view key) {
        auto const number = parse_positive(find_fact(draws.facts, key).value_or(""));
        if (!number) refuse(fmt::format("does not say the number \"{}\" of its model", key));
        return *number;
    };
    // A number for each draw, all of them positive; of no draw where there is none of that name.
    auto const positive = [&](std::string const& name) -> matrix {
        auto const found = std::ranges::find(draws.parameters, name, &stored_variable::name);
        if (found == draws.parameters.end()) return zeros(0, 0);
        matrix const result = spread_draws(*found, draws, options.most_draws);
        if (found->size() != 1 || std::ranges::any_of(result, [](double s) { return !(s > 0) || !std::isfinite(s); }))
            refuse(fmt::format("has a {} that is no positive number", name));
        return result;
    };
    std::string const gridded = has_degrees_of_freedom(fit.kind) ? "nu" : has_size(fit.kind) ? "size" : "";
    if (!gridded.empty() && find_fact(draws.facts, gridded + "_prior")) {
        fit.on_grid = positive(gridded);
        if (fit.on_grid.size() == 0) refuse(fmt::format("does not have {} as its model asks for", gridded));
    }
    if (gridded == "nu" && fit.on_grid.size() == 0) fit.numbers.nu = told("nu");
    if (has_threshold(fit.kind)) fit.numbers.threshold = told("threshold");
    fit.theta = spread_draws(variable, draws, options.most_draws);
    if (has_noise_scale(fit.kind)) fit.noise = positive("sigma");
    if (fit.noise.size() > 0)
        fit.numbers.spread = 1;
    else if (auto const spread = spread_of(fit.kind); !spread.empty() && (spread != gridded || fit.on_grid.size() == 0))
        fit.numbers.spread = told(spread);
    if (has_cutpoints(fit.kind)) {
        fit.outcomes = labels_of(draws.facts);
        auto const cutpoint = std::ranges::find(draws.parameters, "cutpoint", &stored_variable::name);
        if (cutpoint == draws.parameters.end() || cutpoint->size() + 1 != fit.outcomes.size())
            refuse("does not say which cutpoints and categories it is of");
        fit.cutpoints = spread_draws(*cutpoint, draws, options.most_draws);
    }
    return fit;
}

void thin_draws(stored_draws& draws, std::size_t thin) {
    for (auto* const variables : {&draws.parameters, &draws.statistics})
        for (auto& variable : *variables) {
            std::size_t const size = variable.size(), step = size * thin;
            variable.warm_up.clear();
            for (auto& chain : variable.chains) {
                std::size_t kept = 0;
                for (std::size_t at = 0; at < chain.size(); at += step, kept += size)
                    std::copy_n(chain.begin() + static_cast<std::ptrdiff_t>(at), size,
                                chain.begin() + static_cast<std::ptrdiff_t>(kept));
                chain.resize(kept);
            }
        }
}

namespace {

/// The inputs of the formula, in their order.
void read_inputs(fitted_model const& fit, predict_options const& options, read_options& how) {
    how.intercept = true;  // there are other features: the formula makes them
    how.features = {std::string(intercept_name)};
    auto const format = format_of(options.data, options.format);
    for (auto& column : how.cases) column = column_in_file(column, format);
    for (std::size_t i = 0; i < fit.made->inputs().size(); ++i) {
        auto const& [name, kind, levels, open] = fit.made->inputs()[i];
        std::string const column = column_in_file(name, format);
        how.features.push_back(column);
        if (kind == input_kind::time) how.times.push_back(column);
        if (kind != input_kind::category) continue;
        how.levels.push_back({column, levels});
        if (open) how.levels.back().unseen_as = levels.size();  // none of them
        if (options.unseen_as_reference && !open) how.levels.back().unseen_as = fit.made->reference_code(i);
    }
    if (how.target == fit.target) how.target = column_in_file(fit.made->target_columns().front(), format);
}

}  // namespace

read_options how_to_read(fitted_model const& fit, predict_options const& options) {
    read_options how{.target = options.target.empty() ? fit.target : options.target};
    if (options.target.empty()) how.need = target_need::optional;
    if (options.no_score) how.need = target_need::none;
    how.kind = is_of_classes(fit.kind) ? target_kind::classes : target_kind::numeric;
    how.classes = fit.outcomes;
    how.missing = options.missing;
    how.encoding = options.encoding;
    how.keep = options.keep;
    how.cases = fit.cases.columns();
    if (fit.made) {
        read_inputs(fit, options, how);
        return how;
    }
    how.levels = fit.categories;
    for (auto const& feature : fit.features)
        if (std::ranges::none_of(fit.categories, [&](auto const& category) { return is_indicator(category, feature); }))
            how.features.push_back(feature);
    for (auto const& category : fit.categories) how.features.push_back(category.column);
    // A new file need not reach the highest index: what is not written is zero.
    std::uint64_t highest = 0;
    for (auto const& names : {how.features, how.keep})
        for (auto const& name : names) highest = std::max(highest, index_of(name));
    how.libsvm_columns = highest;
    return how;
}

}  // namespace firefly::program
