module;
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.formulas;

import firefly.external;
import firefly.files;

namespace firefly {

namespace {

std::optional<double> number_of(syntax const& tree) {
    if (tree.kind == syntax_kind::number) return tree.value;
    if (tree.kind != syntax_kind::negation) return {};
    auto const inner = number_of(tree.parts[0]);
    return inner ? std::optional(-*inner) : std::nullopt;
}

std::optional<std::string> label_of(syntax const& tree) {
    if (tree.kind == syntax_kind::text) return tree.text;
    auto const number = number_of(tree);
    return number ? std::optional(fmt::format("{}", *number)) : std::nullopt;
}

}  // namespace

arguments::arguments(std::string_view formula, syntax const& call, std::vector<std::string> names)
    : formula_(formula), call_(&call), names_(std::move(names)), given_(names_.size()) {
    for (std::size_t i = 0; i < call.parts.size(); ++i) {
        std::size_t place = i;
        if (!call.keys[i].empty()) place = static_cast<std::size_t>(std::ranges::find(names_, call.keys[i]) - names_.begin());
        if (place >= names_.size()) {
            std::string all;
            for (auto const& name : names_) all += (all.empty() ? "" : ", ") + name;
            fail(call.parts[i], fmt::format("{} has no such argument; there are {}", call.text, all));
        }
        if (given_[place]) fail(call.parts[i], fmt::format("{} is given twice", names_[place]));
        given_[place] = &call.parts[i];
    }
    if (!given_[0]) fail(call, fmt::format("{} of what? Write {}(x)", call.text, call.text));
}

void arguments::fail(syntax const& at, std::string_view what) const {
    throw formula_error(formula_, at.place, what);
}

syntax const* arguments::find(std::string_view name) const {
    return given_[static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin())];
}

std::optional<double> arguments::number(std::string_view name) const {
    auto const* const given = find(name);
    if (!given) return {};
    auto const value = number_of(*given);
    if (!value) fail(*given, fmt::format("{} is a number", name));
    return value;
}

std::optional<std::size_t> arguments::count(std::string_view name, std::size_t most) const {
    auto const value = number(name);
    if (!value) return {};
    if (!(*value >= 0 && *value <= static_cast<double>(most)) || *value != static_cast<double>(static_cast<std::size_t>(*value)))
        fail(*find(name), fmt::format("{} is a whole number up to {}", name, most));
    return static_cast<std::size_t>(*value);
}

std::optional<bool> arguments::truth(std::string_view name) const {
    auto const* const given = find(name);
    if (!given) return {};
    bool const yes = given->is_name("True") || given->is_name("TRUE"), no = given->is_name("False") || given->is_name("FALSE");
    if (!yes && !no) fail(*given, fmt::format("{} is True or False", name));
    return yes;
}

std::optional<std::string> arguments::word(std::string_view name) const {
    auto const* const given = find(name);
    if (!given) return {};
    if (given->kind != syntax_kind::text) fail(*given, fmt::format("{} is a word in quotes", name));
    return given->text;
}

std::optional<std::string> arguments::label(std::string_view name) const {
    auto const* const given = find(name);
    if (!given) return {};
    auto const result = label_of(*given);
    if (!result) fail(*given, fmt::format("{} is a level: a text in quotes, or a number", name));
    return result;
}

/// Of a list [1, 2] or c(1, 2).
std::vector<syntax> arguments::items(std::string_view name) const {
    auto const* const given = find(name);
    if (!given) return {};
    if (given->kind != syntax_kind::list && !given->is_call("c")) fail(*given, fmt::format("{} is a list: [1, 2]", name));
    if (given->parts.empty()) fail(*given, fmt::format("{} is an empty list", name));
    return given->parts;
}

std::vector<double> arguments::number_list(std::string_view name) const {
    std::vector<double> result;
    for (auto const& item : items(name)) {
        auto const value = number_of(item);
        if (!value) fail(item, fmt::format("{} are numbers", name));
        result.push_back(*value);
    }
    return result;
}

std::vector<std::string> arguments::label_list(std::string_view name) const {
    std::vector<std::string> result;
    for (auto const& item : items(name)) {
        auto const value = label_of(item);
        if (!value) fail(item, fmt::format("{} are texts in quotes, or numbers", name));
        if (std::ranges::find(result, *value) != result.end()) fail(item, fmt::format("{} is listed twice", in_quotes(*value)));
        result.push_back(*value);
    }
    return result;
}

}  // namespace firefly
