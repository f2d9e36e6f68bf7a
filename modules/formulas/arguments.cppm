/// The arguments of a function in a formula, by place or by name.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

export module firefly.formulas:arguments;

import :syntax;

namespace firefly {

/// Refers to the tree.
class arguments {
public:
    /// Those that the function has, in their order. Throws `formula_error` for others, and for one that is given twice.
    arguments(std::string_view formula, syntax const& call, std::vector<std::string> names);

    /// Nothing where it is not given.
    syntax const* find(std::string_view name) const;
    /// Each throws `formula_error` where it is something else.
    std::optional<double> number(std::string_view name) const;
    std::optional<std::size_t> count(std::string_view name, std::size_t most) const;
    std::optional<bool> truth(std::string_view name) const;
    std::optional<std::string> word(std::string_view name) const;
    std::vector<double> number_list(std::string_view name) const;
    std::vector<std::string> label_list(std::string_view name) const;
    /// A text, or a number as it is written.
    std::optional<std::string> label(std::string_view name) const;

private:
    [[noreturn]] void fail(syntax const& at, std::string_view what) const;
    std::vector<syntax> items(std::string_view name) const;

    std::string_view formula_;
    syntax const* call_;
    std::vector<std::string> names_;
    std::vector<syntax const*> given_;  // for each name
};

}  // namespace firefly
