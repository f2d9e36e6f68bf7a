/// Designs as names and values, and back.
///
///     formula                        its text
///     formula_input_1, …             the columns that it is made of
///     formula_input_1_kind           number, category or time
///     formula_input_1_level_1, …     of categories
///     formula_learned_1, …           numbers, with blanks between, of each that learned some, in the order of the formula
module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.formulas;

import firefly.external;
import firefly.core;
import firefly.files;
import :design_builder;

namespace firefly {

namespace {

using fact = std::pair<std::string, std::string>;

constexpr std::array kinds{"number", "category", "time"};

std::string input_key(std::size_t i) {
    return fmt::format("formula_input_{}", i + 1);
}

std::string level_key(std::size_t i, std::size_t k) {
    return fmt::format("{}_level_{}", input_key(i), k + 1);
}

std::string learned_key(std::size_t i) {
    return fmt::format("formula_learned_{}", i + 1);
}

std::string const* value_of(std::vector<fact> const& facts, std::string_view key) {
    auto const found = std::ranges::find(facts, key, &fact::first);
    return found == facts.end() ? nullptr : &found->second;
}

[[noreturn]] void refuse(std::string const& key) {
    throw invalid_argument(fmt::format("design: {} is missing or damaged among what was learned; fit again", key));
}

std::vector<double> numbers_in(std::string const& key, std::string_view text) {
    std::vector<double> result;
    while (!(text = trimmed(text)).empty()) {
        std::size_t const end = std::min(text.find(' '), text.size());
        auto const number = parse_number(text.substr(0, end));
        if (!number) refuse(key);
        result.push_back(*number);
        text.remove_prefix(end);
    }
    return result;
}

std::vector<design_input> inputs_in(std::vector<fact> const& facts) {
    std::vector<design_input> result;
    while (auto const* const column = value_of(facts, input_key(result.size()))) {
        std::string const key = input_key(result.size()) + "_kind";
        auto const* const kind = value_of(facts, key);
        auto const known = std::ranges::find(kinds, kind ? std::string_view(*kind) : "");
        if (known == kinds.end()) refuse(key);
        design_input input{*column, static_cast<input_kind>(known - kinds.begin())};
        while (auto const* const level = value_of(facts, level_key(result.size(), input.levels.size())))
            input.levels.push_back(*level);
        result.push_back(std::move(input));
    }
    return result;
}

/// The columns in a tree that are not known yet, as numbers.
void add_names(syntax const& tree, std::vector<available_column>& columns) {
    if (tree.kind == syntax_kind::name && std::ranges::find(columns, tree.text, &available_column::name) == columns.end())
        columns.push_back({tree.text});
    for (auto const& part : tree.parts) add_names(part, columns);
}

}  // namespace

std::vector<fact> design::facts() const {
    std::vector<fact> result{{"formula", formula_.text}};
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
        result.emplace_back(input_key(i), inputs_[i].column);
        result.emplace_back(input_key(i) + "_kind", kinds[static_cast<std::size_t>(inputs_[i].kind)]);
        for (std::size_t k = 0; k < inputs_[i].levels.size(); ++k) result.emplace_back(level_key(i, k), inputs_[i].levels[k]);
    }
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
        std::string numbers;
        for (double const number : numbers_of(tasks_[i])) numbers += fmt::format("{}{}", numbers.empty() ? "" : " ", number);
        result.emplace_back(learned_key(i), numbers);
    }
    return result;
}

std::optional<design> design::from_facts(std::vector<fact> const& facts) {
    auto const* const text = value_of(facts, "formula");
    if (!text) return {};
    auto const inputs = inputs_in(facts);
    std::vector<available_column> columns;
    for (auto const& input : inputs)
        columns.push_back({input.column, input.kind != input_kind::number, input.kind == input_kind::number});
    formula what = parse_formula(*text);
    // The target's columns may hold anything: what they hold is not looked at before rows come.
    if (what.target) add_names(*what.target, columns);
    design made = design_builder::build(std::move(what), columns);
    for (auto& input : made.inputs_) {
        auto const known = std::ranges::find(inputs, input.column, &design_input::column);
        if (known == inputs.end() || known->kind != input.kind) refuse(input.column);
        input.levels = known->levels;
    }
    for (std::size_t i = 0; i < made.tasks_.size(); ++i) {
        auto const* const numbers = value_of(facts, learned_key(i));
        if (!numbers) refuse(learned_key(i));
        made.restore(made.tasks_[i], numbers_in(learned_key(i), *numbers));
    }
    made.finish();
    return made;
}

}  // namespace firefly
