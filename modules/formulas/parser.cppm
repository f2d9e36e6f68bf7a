/// From the text of a formula to its tree, by recursive descent: one function for each level of this grammar.
///
///     formula      [sum] ~ sum
///     sum          product { (+ | -) product }
///     product      interaction { (* | /) interaction }
///     interaction  signed { : signed }
///     signed       (- | +) signed | power
///     power        atom [ (^ | **) signed ]
///     atom         number | 'text' | name | `any name` | name( arguments ) | [ list ] | ( sum [ (| | ||) sum ] )
///
/// Cost: one pass. Nesting is limited, so that no formula exhausts the stack.
module;
#include <optional>
#include <string_view>

export module firefly.formulas:parser;

import :syntax;

namespace firefly {

/// Both sides of the tilde.
export struct formula_sides {
    std::optional<syntax> left;  // nothing: there is none
    syntax right;
};

/// Throws `formula_error`.
export formula_sides parse_sides(std::string_view formula);

}  // namespace firefly
