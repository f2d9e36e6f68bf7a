module;
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

module firefly.formulas;

import firefly.files;

namespace firefly {

namespace {

/// Whether the byte begins a character of UTF-8, and does not go on with one.
bool begins(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

/// As it is shown: one line, and no bytes that a terminal obeys.
std::string shown(std::string_view text) {
    std::string one_line(text);
    std::ranges::replace_if(one_line, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
    return visible(one_line);
}

std::string two_lines(std::string_view formula, std::size_t place, std::string_view what) {
    constexpr std::size_t before = 60, after = 50;  // bytes that are shown of a long formula
    place = std::min(place, formula.size());
    std::size_t first = place > before ? place - before : 0, last = std::min(formula.size(), place + after);
    while (first > 0 && !begins(formula[first])) --first;
    while (last < formula.size() && !begins(formula[last])) ++last;
    std::string const left = (first > 0 ? "…" : "") + shown(formula.substr(first, place - first));
    std::string const right = shown(formula.substr(place, last - place)) + (last < formula.size() ? "…" : "");
    return left + right + "\n" + std::string(static_cast<std::size_t>(std::ranges::count_if(left, begins)), ' ') + "^ " +
           std::string(what);
}

}  // namespace

formula_error::formula_error(std::string_view formula, std::size_t place, std::string_view what)
    : invalid_argument(two_lines(formula, place, what)) {}

}  // namespace firefly
