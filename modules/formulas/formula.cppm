/// What a formula asks for: target, terms, offsets and groups, with all operators expanded.
///
///     a + b       both terms                              a:b        their product
///     a - b       the terms of a without those of b       a*b        a + b + a:b
///     1, 0        the intercept, and none                 a/b        a + a:b, where a may be several terms: their product with b
///     (a + b)^2   all products of up to two of them       (a | g)    terms whose coefficients differ between the levels of g
///
/// Wilkinson and Rogers (1973), "Symbolic description of factorial models for analysis of variance"; the meaning of each operator is that of
/// formulaic and R. Terms are in the order of their degree, and within that as written. There is an intercept unless 0 or -1 is there.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

export module firefly.formulas:formula;

import :syntax;

namespace firefly {

/// What terms are made of: a column, or a function of columns.
export struct formula_factor {
    syntax tree;
    std::string name;
};

/// A product of factors, by their places among all of them. Empty: the intercept.
export using formula_term = std::vector<std::size_t>;

/// Terms whose coefficients differ between the levels of a factor: (1 + x | store).
export struct group_term {
    std::string name = {};                 // of the factor: store, or store:year
    formula_term factor = {};              // its levels are those of a product of categories
    bool intercept = true;                 // the intercept differs between levels
    std::vector<formula_term> terms = {};  // the slopes that do
    bool correlated = true;                // false for ||
    std::size_t place = 0;                 // of the bar in the formula
};

/// A formula with its operators expanded, as `parse_formula` makes it.
export struct formula {
    std::string text;
    std::optional<syntax> target;  // nothing: there is no left side
    std::vector<formula_factor> factors;
    bool intercept = true;
    std::vector<formula_term> terms;
    std::vector<syntax> offsets;  // what stands between the parentheses of each
    std::vector<group_term> groups;
};

/// Throws `formula_error`, also for more than 10,000 terms.
export formula parse_formula(std::string_view text);

}  // namespace firefly
