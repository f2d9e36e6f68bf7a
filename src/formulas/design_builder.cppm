/// From a formula and the columns that there are to a design that has learned nothing yet.
///
/// A column is read as numbers where the formula computes with it, as times where it asks for their parts, and as codes of categories where it
/// is a text or stands in C(…) alone. One that is both a number and a category is read as numbers.
module;
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

module firefly.formulas:design_builder;

import :arguments;
import :design;
import :expression;
import :formula;
import :knots;
import :syntax;
import :treatment_coding;

namespace firefly {

class design_builder final : public expression_context {
public:
    /// Throws `formula_error`.
    static design build(formula what, std::vector<available_column> const& columns);

    std::size_t input(syntax const& name, input_kind kind) final;
    std::size_t learned(syntax const& call, expression const& argument, bool divides) final;

private:
    design_builder(formula what, std::vector<available_column> const& columns);

    [[noreturn]] void fail(syntax const& at, std::string_view what) const;
    available_column const& find(syntax const& name) const;
    void note_numbers(syntax const& tree);
    void build_target();
    void add_factor(formula_factor const& factor);
    void add_category(design_factor& made, syntax const& of);
    void add_groups(group_term const& groups);
    void add_task(expression const& value, std::size_t place, std::optional<std::size_t> factor, std::size_t standardization);
    treatment_coding read_categories(arguments const& given) const;

    design made_;
    std::vector<available_column> const& columns_;
    std::set<std::string> numbers_;  // columns that the formula computes with
    bool in_target_ = false;
};

}  // namespace firefly
