module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.formulas;

import firefly.external;
import firefly.files;
import firefly.tables;
import :design_builder;

namespace firefly {

namespace {

constexpr std::size_t most_columns = 1000;    // of a spline
constexpr std::size_t most_levels = 100'000;  // of a group

bool is_time_part(std::string_view name) {
    constexpr std::array<std::string_view, 6> parts{"year", "month", "day", "weekday", "hour", "minute"};
    return std::ranges::find(parts, name) != parts.end();
}

beyond_bounds beyond_of(std::string_view formula, arguments const& given, beyond_bounds otherwise) {
    constexpr std::array words{std::pair{"raise", beyond_bounds::refuse}, std::pair{"clip", beyond_bounds::clip},
                               std::pair{"extend", beyond_bounds::extend}, std::pair{"zero", beyond_bounds::zero}};
    auto const said = given.word("extrapolation");
    if (!said) return otherwise;
    for (auto const& [word, meaning] : words)
        if (*said == word) return meaning;
    throw formula_error(formula, given.find("extrapolation")->place, "extrapolation is 'raise', 'clip', 'extend' or 'zero'");
}

spline_settings spline_of(std::string_view formula, arguments const& given, beyond_bounds otherwise) {
    return {.degrees_of_freedom = given.count("df", most_columns),
            .knots = given.number_list("knots"),
            .lower = given.number("lower_bound"),
            .upper = given.number("upper_bound"),
            .beyond = beyond_of(formula, given, otherwise)};
}

}  // namespace

design design_builder::build(formula what, std::vector<available_column> const& columns) {
    design_builder builder(std::move(what), columns);
    auto const& source = builder.made_.formula_;
    // Factors of groups alone are no features.
    std::set<std::size_t> used;
    for (auto const& term : source.terms) used.insert(term.begin(), term.end());
    for (std::size_t i = 0; i < source.factors.size(); ++i)
        if (used.contains(i) && source.factors[i].tree.kind == syntax_kind::call) builder.note_numbers(source.factors[i].tree);
    for (std::size_t const i : used)
        if (auto const& tree = source.factors[i].tree; tree.kind == syntax_kind::name && !builder.find(tree).is_text)
            builder.numbers_.insert(tree.text);
    for (auto const& offset : source.offsets) builder.note_numbers(offset);
    for (auto const& group : source.groups)
        for (auto const& term : group.terms)
            for (std::size_t const i : term) builder.note_numbers(source.factors[i].tree);
    for (std::size_t i = 0; i < source.factors.size(); ++i) {
        if (used.contains(i))
            builder.add_factor(source.factors[i]);
        else
            builder.made_.factors_.emplace_back();
    }
    for (auto const& offset : source.offsets) builder.made_.offsets_.emplace_back(offset, builder);
    std::size_t const closed = builder.made_.inputs_.size();
    for (auto const& group : source.groups) builder.add_groups(group);
    for (std::size_t i = closed; i < builder.made_.inputs_.size(); ++i)
        builder.made_.inputs_[i].open = builder.made_.inputs_[i].kind == input_kind::category;
    builder.build_target();
    return std::move(builder.made_);
}

design_builder::design_builder(formula what, std::vector<available_column> const& columns) : columns_(columns) {
    made_.formula_ = std::move(what);
    text = made_.formula_.text;
}

void design_builder::fail(syntax const& at, std::string_view what) const {
    throw formula_error(text, at.place, what);
}

available_column const& design_builder::find(syntax const& name) const {
    auto const found = std::ranges::find(columns_, name.text, &available_column::name);
    if (found != columns_.end()) return *found;
    std::vector<std::string> names;
    for (auto const& column : columns_) names.push_back(column.name);
    auto const meant = nearest_name(name.text, names);
    fail(name, fmt::format("there is no column {}; {}", in_quotes(name.text),
                           meant ? fmt::format("did you mean {}?", in_quotes(*meant)) : "there are " + list_in_quotes(names)));
}

/// The columns that an expression computes with.
void design_builder::note_numbers(syntax const& tree) {
    if (tree.kind == syntax_kind::name) numbers_.insert(tree.text);
    bool const is_call = tree.kind == syntax_kind::call;
    if (is_call && (is_time_part(plain_function(tree.text)) || tree.parts.empty())) return;
    if (is_call && tree.text == "C" && tree.parts[0].kind == syntax_kind::name) return;
    // Of the encoders the first argument is computed with; the others are settings.
    std::size_t const count = is_call ? 1 : tree.parts.size();
    for (std::size_t i = 0; i < count; ++i) note_numbers(tree.parts[i]);
}

std::size_t design_builder::input(syntax const& name, input_kind kind) {
    available_column const& column = find(name);
    if (kind == input_kind::number && column.is_text)
        fail(name, fmt::format("{} is a column of texts, and numbers are needed here", in_quotes(name.text)));
    if (kind == input_kind::time && !column.is_text)
        fail(name,
             fmt::format("{} is a column of numbers, and times such as 2001-02-03T04:05 are needed here", in_quotes(name.text)));
    if (in_target_) {
        auto& names = made_.target_columns_;
        auto const known = std::ranges::find(names, name.text);
        if (known != names.end()) return static_cast<std::size_t>(known - names.begin());
        names.push_back(name.text);
        return names.size() - 1;
    }
    auto& inputs = made_.inputs_;
    auto const known = std::ranges::find(inputs, name.text, &design_input::column);
    if (known == inputs.end()) {
        inputs.push_back({name.text, kind});
        return inputs.size() - 1;
    }
    if (known->kind != kind)
        fail(name, fmt::format("{} is a time in one place of the formula and a category in another", in_quotes(name.text)));
    return static_cast<std::size_t>(known - inputs.begin());
}

void design_builder::add_task(expression const& value, std::size_t place, std::optional<std::size_t> factor,
                              std::size_t standardization) {
    std::size_t pass = 0;
    for (auto const& step : value.steps()) {
        if (step.what != expression::operation::standardize) continue;
        for (auto const& task : made_.tasks_)
            if (!task.factor && task.standardization == step.index) pass = std::max(pass, task.pass + 1);
    }
    made_.tasks_.push_back({value, pass, place, factor, standardization});
}

std::size_t design_builder::learned(syntax const& call, expression const& argument, bool divides) {
    if (in_target_) fail(call, "the target is not scaled by what is learned; leave it as it is");
    made_.standardizations_.push_back({.divides = divides});
    add_task(argument, call.place, {}, made_.standardizations_.size() - 1);
    return made_.standardizations_.size() - 1;
}

/// C(x), C(x, reference='a'), C(x, levels=['a', 'b']), C(x, Treatment('a')), C(x, contr.treatment(base='a')).
treatment_coding design_builder::read_categories(arguments const& given) const {
    treatment_coding result{.wanted_reference = given.label("reference"), .wanted_levels = given.label_list("levels")};
    syntax const* const contrasts = given.find("contrasts");
    if (!contrasts) return result;
    bool const is_treatment = contrasts->is_call("Treatment") || contrasts->is_call("contr.treatment");
    if (!is_treatment || contrasts->parts.size() != 1 || result.wanted_reference)
        fail(*contrasts, "the coding is treatment alone; say C(x, reference=…) for another reference");
    bool const by_base = contrasts->keys[0] == "base";
    result.wanted_reference = arguments(text, *contrasts, {by_base ? "base" : "reference"}).label(by_base ? "base" : "reference");
    return result;
}

/// Of a column that is read as codes, or of any number.
void design_builder::add_category(design_factor& made, syntax const& of) {
    made.by_codes = of.kind == syntax_kind::name && !numbers_.contains(of.text) && !find(of).stays_number;
    if (made.by_codes)
        made.value = expression::of_column(input(of, input_kind::category), of.place);
    else
        made.value = expression(of, *this);
}

void design_builder::add_factor(formula_factor const& factor) {
    syntax const& tree = factor.tree;
    design_factor made{.name = factor.name, .place = tree.place};
    if (tree.kind == syntax_kind::name && find(tree).is_text) {
        made.encoder = treatment_coding{};
        add_category(made, tree);
    } else if (tree.is_call("C")) {
        arguments const given(text, tree, {"x", "contrasts", "reference", "levels"});
        made.encoder = read_categories(given);
        add_category(made, *given.find("x"));
    } else if (tree.is_call("poly")) {
        arguments const given(text, tree, {"x", "degree", "raw"});
        made.encoder = polynomial{.degree = given.count("degree", 50).value_or(1), .raw = given.truth("raw").value_or(false)};
        if (std::get<polynomial>(made.encoder).degree == 0) fail(tree, "the degree is 1 or more");
        made.value = expression(*given.find("x"), *this);
    } else if (tree.is_call("bs")) {
        arguments const given(text, tree,
                              {"x", "df", "knots", "degree", "include_intercept", "lower_bound", "upper_bound", "extrapolation"});
        made.encoder = b_spline{.degree = given.count("degree", 20).value_or(3),
                                .first_column = given.truth("include_intercept").value_or(false),
                                .settings = spline_of(text, given, beyond_bounds::refuse)};
        made.value = expression(*given.find("x"), *this);
    } else if (tree.is_call("cr") || tree.is_call("cs")) {
        arguments const given(text, tree, {"x", "df", "knots", "lower_bound", "upper_bound", "constraints", "extrapolation"});
        auto const constraints = given.word("constraints");
        if (constraints && *constraints != "center") fail(*given.find("constraints"), "constraints is 'center', or is left out");
        made.encoder = cubic_spline{.centred = constraints.has_value(), .settings = spline_of(text, given, beyond_bounds::extend)};
        made.value = expression(*given.find("x"), *this);
    } else {
        made.value = expression(tree, *this);
    }
    std::size_t const place = made_.factors_.size();
    if (made.encoder.index() != 0 && !made.by_codes) add_task(made.value, tree.place, place, 0);
    made_.factors_.push_back(std::move(made));
}

/// Their factors follow those of the formula, of which none is shared: a column may be a number there and have levels here.
void design_builder::add_groups(group_term const& groups) {
    auto const& named = made_.formula_.factors;
    std::vector<std::size_t> categories;
    for (std::size_t const i : groups.factor) {
        syntax const& tree = named[i].tree;
        if (tree.kind == syntax_kind::name) {
            design_factor made{.name = named[i].name, .place = tree.place, .encoder = treatment_coding{}};
            add_category(made, tree);
            if (!made.by_codes) add_task(made.value, tree.place, made_.factors_.size(), 0);
            made_.factors_.push_back(std::move(made));
        } else {
            add_factor(named[i]);
        }
        auto* const coding = std::get_if<treatment_coding>(&made_.factors_.back().encoder);
        if (!coding) fail(tree, "what stands behind the bar is a column of categories; write C(…) for the levels of numbers");
        coding->most = most_levels;
        categories.push_back(made_.factors_.size() - 1);
    }
    if (groups.intercept) made_.groups_.push_back({.name = groups.name, .categories = categories});
    for (auto const& term : groups.terms) {
        design_group group{.name = groups.name, .categories = categories};
        for (std::size_t const i : term) {
            add_factor(named[i]);
            if (made_.factors_.back().encoder.index() != 0)
                fail(named[i].tree, "what differs between the levels of a group is a number");
            group.name += ":" + named[i].name;
            group.slope.push_back(made_.factors_.size() - 1);
        }
        made_.groups_.push_back(std::move(group));
    }
}

void design_builder::build_target() {
    auto const& target = made_.formula_.target;
    if (!target) return;
    in_target_ = true;
    if (target->kind == syntax_kind::name) {
        find(*target);
        made_.target_columns_ = {target->text};
        made_.target_ = expression::of_column(0, target->place);
        if (std::ranges::find(made_.inputs_, target->text, &design_input::column) != made_.inputs_.end())
            fail(*target, fmt::format("{} is the target and stands on the right side, too", in_quotes(target->text)));
    } else {
        made_.target_ = expression(*target, *this);
        if (made_.target_columns_.empty()) fail(*target, "there is no column in the target");
    }
}

}  // namespace firefly
