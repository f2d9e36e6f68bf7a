module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;
import firefly.program.input;
import :grid_rule;
import :noise_pose;
import :pose;

namespace firefly::program {

namespace {

void say_found(std::string_view what, dispersion_estimate const& found) {
    say(fmt::format("{}: {:.6g}, the likeliest, found in {} passes over the data. It is held fixed.\n", what, found.value,
                    found.passes));
}

/// The likeliest is where the search for the maximum starts, or else `diagnose` compares it with the scale that was asked for.
void find_noise_scale(any_rows const& rows, sample_options const& options, model_setup& result) {
    auto const found = likeliest_noise_scale(rows, options);
    if (options.noise_scale) {
        result.spread = *options.noise_scale;
        result.likeliest_spread = found ? found->value : 0;
        return;
    }
    if (!found) throw invalid_argument("--noise-scale auto: the columns explain the target exactly; give the scale as a number");
    result.spread = found->value;
}

/// The size that was asked for, or the likeliest.
void find_size(any_rows const& rows, sample_options const& options, model_setup& result) {
    if (options.size) {
        result.spread = *options.size;
        return;
    }
    auto const found = likeliest_size(rows);
    result.spread = found.value;
    if (options.samples_size) return;
    result.likeliest_spread = found.value;
    if (found.value < largest_size)
        say_found("Size", found);
    else
        say(fmt::format("Size: {:.6g}: the counts have no more spread than Poisson's; use --model poisson.\n", found.value));
}

/// The shape that was asked for, or the likeliest.
void find_shape(any_rows const& rows, sample_options const& options, model_setup& result) {
    if (options.shape) {
        result.spread = *options.shape;
        return;
    }
    auto const found = likeliest_shape(rows);
    if (!found) throw invalid_argument("--shape auto: the columns explain the target exactly; give the shape as a number");
    result.likeliest_spread = result.spread = found->value;
    say_found("Shape", *found);
}

void find_spread(any_rows const& rows, sample_options const& options, model_setup& result) {
    if (has_noise_scale(options.model)) find_noise_scale(rows, options, result);
    if (has_size(options.model)) find_size(rows, options, result);
    if (has_shape(options.model)) find_shape(rows, options, result);
}

/// ", groups county (30 levels) and store (12 levels)"; empty where there are none.
std::string groups_in_words(design const* made) {
    auto const groups = named_groups(made);
    std::string result;
    for (std::size_t g = 0; g < groups.size(); ++g)
        result += fmt::format("{} {} ({} level{})",
                              g == 0                  ? groups.size() == 1 ? ", group" : ", groups"
                              : g + 1 < groups.size() ? ","
                                                      : " and",
                              visible(groups[g].name), groups[g].levels, groups[g].levels == 1 ? "" : "s");
    return result;
}

/// Of the columns from `first` on: features, or levels of a group.
std::vector<std::string> names_of(model_setup const& setup, std::size_t first, std::size_t count) {
    std::vector<std::string> names = setup.columns;
    if (setup.made)
        for (auto const& group : setup.made->groups()) names.insert(names.end(), group.levels.begin(), group.levels.end());
    auto const from = names.begin() + static_cast<std::ptrdiff_t>(first);
    return {from, from + static_cast<std::ptrdiff_t>(count)};
}

/// Coefficients, cutpoints or the scale of the noise, learned scales of the prior, and the coefficients of groups by level. Throws `invalid_argument` where two
/// of them have one name.
void describe_parameters(sample_options const& options, std::size_t cutpoint_count, model_setup& result) {
    auto& parameters = result.parameters;
    parameters = {coefficients(result.columns, result.classes)};
    if (cutpoint_count > 0) parameters.push_back(cutpoints(cutpoint_count));
    if (options.samples_noise()) parameters.push_back({.name = "sigma"});
    if (!result.on_grid.empty()) parameters.push_back({.name = result.on_grid});
    std::size_t first = 0;
    for (auto const& prior : options.column_priors) {
        if (prior.is_learned()) parameters.push_back({.name = prior.scale_name});
        if (prior.kind == column_prior::shape::horseshoe)
            parameters.push_back({.name = prior.name_of_each(),
                                  .dimensions = {prior.scale_name + "_column"},
                                  .labels = {names_of(result, first, prior.columns)}});
        first += prior.columns;
    }
    std::size_t levels = 0;
    if (result.made)
        for (auto const& group : result.made->groups()) {
            parameters.push_back({.name = group.name, .dimensions = {group.name + "_level"}, .labels = {group.levels}});
            levels += group.levels.size();
        }
    result.to_data_scale.set_levels(result.columns.size(), levels);
    constexpr std::array<std::string_view, 4> taken{"chain", "draw", "class", "feature"};  // what files call their dimensions
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (std::ranges::find(taken, parameters[i].name) != taken.end())
            throw invalid_argument(
                fmt::format("--formula: no group can be called {}, as files call a dimension so; rename the column",
                            in_quotes(parameters[i].name)));
        for (std::size_t j = 0; j < i; ++j)
            if (parameters[j].name == parameters[i].name)
                throw invalid_argument(
                    fmt::format("--formula: two parameters would be called {}; rename a column", in_quotes(parameters[i].name)));
    }
}

/// What is common to all columns without a rule, and the rules. A scale that is yet to be found is said when it is.
void say_priors(sample_options const& options) {
    auto const& rules = options.prior_rules;
    auto const& priors = options.column_priors;
    bool const in_units_of_noise = options.samples_noise();
    bool const is_found_later = !options.prior_scale || (options.prior_by_target && in_units_of_noise);
    if (std::ranges::find(priors, column_prior::shape::common, &column_prior::kind) != priors.end())
        say(fmt::format("Prior: {}{} for each coefficient{}{}.\n", name_of(options.prior),
                        is_found_later ? "" : fmt::format(" of scale {:.6g}", *options.prior_scale),
                        rules.empty() ? "" : " without a rule",
                        options.intercept_scale ? fmt::format(", {:.6g} for the intercept", *options.intercept_scale) : ""));
    for (auto const& rule : rules) say(fmt::format("Prior: {}.\n", visible(rule)));
    for (auto const& prior : priors)
        if (prior.is_learned())
            say(fmt::format("{}: learned from {} coefficients{}, with a half-Cauchy prior of scale {:.6g}{}.\n",
                            visible(prior.scale_name), prior.columns,
                            prior.kind == column_prior::shape::horseshoe
                                ? fmt::format(", each with a scale of its own in {}", prior.name_of_each())
                                : "",
                            prior.scale, in_units_of_noise ? " in units of sigma" : ""));
}

/// By the likelihood that the options name, its scale one: that of the noise is sampled.
model_setup pose_noise_chosen(any_rows rows, sample_options const& options, model_setup result) {
    auto const with = [&](auto const& likelihood) { return pose_noise(likelihood, std::move(rows), options, std::move(result)); };
    if (!options.cases.is_empty()) return with(adjusted(family_of(options.model, {options.nu, options.threshold, 1})));
    if (options.model == model_kind::robust) return with(student_t({.degrees_of_freedom = options.nu}));
    if (options.model == model_kind::log_cosh) return with(log_cosh());
    if (options.model == model_kind::huber) return with(huber({.threshold = options.threshold}));
    return with(gaussian());
}

/// By the likelihood that the options name.
model_setup pose_chosen(any_rows rows, sample_options const& options, model_setup result) {
    double const spread = result.spread;
    std::size_t const classes = result.labels.size();
    if (options.samples_noise()) return pose_noise_chosen(std::move(rows), options, std::move(result));
    auto const with = [&](auto const& likelihood) { return pose(likelihood, std::move(rows), options, std::move(result)); };
    auto const of_sides = [&](auto const& side) { return pose_ordinal(side, std::move(rows), options, std::move(result)); };
    bool const plain = options.cases.is_empty();
    if (!plain && !predicts_each_class(options.model))
        return with(adjusted(family_of(options.model, {options.nu, options.threshold, spread})));
    switch (options.model) {
        case model_kind::logistic: return with(logistic());
        case model_kind::softmax: return plain ? with(softmax(classes)) : with(weighted_softmax(classes));
        case model_kind::ordinal: return plain ? of_sides(logistic()) : of_sides(adjusted_side(binomial()));
        case model_kind::robust: return with(student_t({.degrees_of_freedom = options.nu, .scale = spread}));
        case model_kind::probit: return with(probit());
        case model_kind::cloglog: return with(cloglog());
        case model_kind::poisson: return with(poisson());
        case model_kind::negative_binomial: return with(negative_binomial({.size = spread}));
        case model_kind::gamma: return with(gamma_likelihood({.shape = spread}));
        case model_kind::gaussian: return with(gaussian({.scale = spread}));
        case model_kind::log_cosh: return with(log_cosh({.scale = spread}));
        case model_kind::huber:
        case model_kind::binomial: break;  // which has cases
    }
    return with(huber({.threshold = options.threshold, .scale = spread}));
}

}  // namespace

model_setup set_up_model(sample_options const& options, processes const& all,
                         std::function<void(std::size_t)> const& when_counted) {
    if (options.no_intercept && options.intercept_scale)
        throw invalid_argument("--intercept-scale: there is no intercept with --no-intercept; leave one of them out");
    bool const by_class = has_weights_by_class(options.model), ordered = has_cutpoints(options.model);
    if (ordered && (options.no_intercept || options.intercept_scale))
        throw invalid_argument(fmt::format("{}: an ordinal model has cutpoints instead of an intercept; leave it out",
                                           options.no_intercept ? "--no-intercept" : "--intercept-scale"));
    if (options.noise_scale && options.noise_prior_scale)
        throw invalid_argument("--noise-prior-scale: a scale of the noise that is held fixed has no prior; leave one of them out");
    if (options.reference && !by_class)
        throw invalid_argument("--reference: contrasts are between the classes of a softmax; leave it out, or use --model softmax");
    if (!options.on_grid().empty() && all.size() > 1)
        throw invalid_argument(
            fmt::format("--{} sample: what is sampled on a grid is so in one process only; leave mpirun out, or give a number",
                        options.on_grid()));
    set_pass_threads(options.run.threads);
    if (options.portable_draws && !rounds_as_others())
        throw invalid_argument(
            "--portable-draws: this processor has no fused multiply-add and rounds otherwise; leave it out, or let the virtual machine have the host's processor");
    use_portable_algebra(options.portable_draws);
    status_line status(options.quiet);
    std::string const file = sample_options::of_process(options.data, all.rank());
    status.set(fmt::format("Reading {}", file), [file] { return progress_in_file(file); });
    auto [rows, columns, cases, target, labels, categories, to_data_scale, in_four_bytes, dropped, made] = read_share(options, all);
    if (by_class) reference_class(labels, options.reference);  // refuses one that is not among them
    model_setup result{};
    result.columns = columns;
    result.target = target;
    result.prior = name_of(options.prior);
    result.labels = labels;
    result.categories = categories;
    result.to_data_scale = to_data_scale;
    result.intercept_scale = options.intercept_scale;
    result.in_four_bytes = in_four_bytes;
    result.dropped = dropped;
    result.made = made;
    result.on_grid = options.on_grid();
    if (by_class) result.classes = labels;
    std::size_t const cutpoints = ordered ? labels.size() - 1 : 0;
    say(fmt::format("Data: {} rows, {} column{}{}; target {}", rows.rows(), columns.size(), columns.size() == 1 ? "" : "s",
                    groups_in_words(made.get()), visible(target)));
    if (is_of_two_classes(options.model)) say(fmt::format(" = {} against {}", in_quotes(labels[1]), in_quotes(labels[0])));
    if (by_class) say(fmt::format(" with {} classes", labels.size()));
    if (ordered) say(fmt::format(" with {} categories, in this order: {}", labels.size(), list_in_quotes(labels)));
    say(".\n");

    sample_options chosen = options;
    chosen.cases = cases;
    chosen.column_priors = result.priors = resolve_priors(options.prior_rules, columns, named_groups(made.get()));
    describe_parameters(chosen, cutpoints, result);
    if (when_counted) when_counted(result.names().size());
    say_priors(chosen);
    if (!result.on_grid.empty()) {
        result.grid_prior = grid_rule_of(options.model).prior;
        say(fmt::format("{}: sampled on a grid, with {}.\n", result.on_grid, result.grid_prior));
    }
    row_share const mine = share_of(rows);
    status.set("Finding the maximum, trying samplers", [count = mine.last - mine.first, before = rows_passed()] {
        return progress_in_passes(rows_passed() - before, count);
    });
    find_spread(rows, options, result);
    return pose_chosen(std::move(rows), chosen, std::move(result));
}

}  // namespace firefly::program
