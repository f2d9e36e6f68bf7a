/// A formula as it is written: a tree.
///
/// Terms of a formula and arithmetic inside functions have one grammar; what an operator means is decided by who reads the tree: `a + b`
/// is two terms in `y ~ a + b` and one number in `I(a + b)`.
module;
#include <cstddef>
#include <string>
#include <vector>

export module firefly.formulas:syntax;

namespace firefly {

/// What a part of a formula is.
export enum class syntax_kind {
    number,       // 6, 0.5
    text,         // 'north'
    name,         // x, `my column`, True
    list,         // [1, 2]
    call,         // log(x): its name is the text, its arguments the parts
    negation,     // -x
    sum,          // a + b - c: how each part is joined stands in `keys`
    product,      // a * b
    quotient,     // a / b
    interaction,  // a:b
    power,        // a ** b, a ^ b
    group,        // terms | factor
    group_apart   // terms || factor
};

/// A part of a formula, with the parts that it is made of.
export struct syntax {
    syntax_kind kind = syntax_kind::number;
    std::size_t place = 0;  // of its first byte in the formula; of an operator: of the operator
    std::string text = {};
    double value = 0;
    std::vector<syntax> parts = {};
    std::vector<std::string> keys = {};  // of a call: the names of arguments, or nothing; of a sum: "+" or "-"
    std::size_t depth = 1;               // of the tree

    bool is_name(char const* wanted) const { return kind == syntax_kind::name && text == wanted; }
    bool is_call(char const* wanted) const { return kind == syntax_kind::call && text == wanted; }
};

/// As Python would write it, whatever the blanks in the formula: so that what is the same has one name.
export std::string text_of(syntax const& tree);

}  // namespace firefly
