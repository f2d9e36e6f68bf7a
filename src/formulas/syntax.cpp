module;
#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>

module firefly.formulas;

import firefly.external;
import firefly.files;

namespace firefly {

namespace {

/// The higher the tighter.
int binding(syntax const& tree) {
    using enum syntax_kind;
    switch (tree.kind) {
        case group:
        case group_apart: return 0;
        case sum: return 1;
        case product:
        case quotient: return 2;
        case interaction: return 3;
        case negation: return 4;
        case power: return 5;
        default: return 6;
    }
}

std::string number_text(syntax const& tree) {
    if (std::ranges::all_of(tree.text, is_digit)) return tree.text;
    std::string result = fmt::format("{}", tree.value);
    return result.find_first_of(".e") == std::string::npos ? result + ".0" : result;
}

std::string quoted_text(std::string const& text) {
    char const quote = text.find('\'') != std::string::npos && text.find('"') == std::string::npos ? '"' : '\'';
    std::string result(1, quote);
    for (char const c : text) result += c == quote || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return result + quote;
}

bool is_word(std::string const& name) {
    auto const belongs = [](char c) {
        return is_digit(c) || std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c < 0;
    };
    return !name.empty() && !is_digit(name.front()) && std::ranges::all_of(name, belongs);
}

/// In parentheses where it binds less than it must.
std::string bound(syntax const& tree, int least) {
    return binding(tree) < least ? "(" + text_of(tree) + ")" : text_of(tree);
}

std::string joined(syntax const& tree, char const* sign) {
    int const own = binding(tree);
    return bound(tree.parts[0], own) + sign + bound(tree.parts[1], own + 1);
}

std::string listed(syntax const& tree) {
    std::string result;
    for (std::size_t i = 0; i < tree.parts.size(); ++i) {
        if (i > 0) result += ", ";
        if (i < tree.keys.size() && !tree.keys[i].empty()) result += tree.keys[i] + "=";
        result += text_of(tree.parts[i]);
    }
    return result;
}

std::string sum_text(syntax const& tree) {
    std::string result = bound(tree.parts[0], 1);
    for (std::size_t i = 1; i < tree.parts.size(); ++i) result += " " + tree.keys[i] + " " + bound(tree.parts[i], 2);
    return result;
}

}  // namespace

std::string text_of(syntax const& tree) {
    using enum syntax_kind;
    switch (tree.kind) {
        case number: return number_text(tree);
        case text: return quoted_text(tree.text);
        case name: return is_word(tree.text) ? tree.text : "`" + tree.text + "`";
        case list: return "[" + listed(tree) + "]";
        case call: return tree.text + "(" + listed(tree) + ")";
        case negation: return "-" + bound(tree.parts[0], 4);
        case sum: return sum_text(tree);
        case product: return joined(tree, " * ");
        case quotient: return joined(tree, " / ");
        case interaction: return joined(tree, ":");
        case power: return bound(tree.parts[0], 6) + " ** " + bound(tree.parts[1], 4);
        case group: return joined(tree, " | ");
        case group_apart: return joined(tree, " || ");
    }
    return {};
}

}  // namespace firefly
