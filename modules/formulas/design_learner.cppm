/// Makes a `design` from rows that come one after the other, pass after pass: of files that are read in a stream.
///
///     design_learner learner(formula, columns);       which inputs there are, and what they must be read as: `inputs()`
///     learner.set_levels(i, levels);                  of each category
///     while (learner.needs_pass()) {
///         for (each raw row) learner.see(row);
///         learner.end_pass();
///     }
///     design const d = learner.finish();
///
/// A pass is needed for what the formula learns from numbers, and one more for each that is learned from what another has learned, such as
/// bs(scale(x), df=4); most formulas need one, and those of plain columns, logarithms and categories none.
/// Memory: during a pass, a number a row for each mean, knot or polynomial that it learns.
module;
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

export module firefly.formulas:design_learner;

import :design;
import :formula;

namespace firefly {

/// Learns a design pass by pass.
export class design_learner {
public:
    /// Of a formula on columns that there are. Throws `formula_error`: a column that is not there, an argument that cannot be.
    design_learner(formula what, std::vector<available_column> const& columns);

    /// What a raw row consists of.
    inline std::vector<design_input> const& inputs() const { return made_.inputs(); }
    inline std::vector<std::string> const& target_columns() const { return made_.target_columns(); }
    inline formula const& source() const { return made_.source(); }

    /// What the codes of input i mean, in their order. Before the first pass.
    void set_levels(std::size_t i, std::vector<std::string> levels);

    bool needs_pass() const;
    /// Throws `formula_error` for a row in which something has no value.
    void see(double const* raw);
    /// Throws `formula_error` for what cannot be learned from these rows, also where there were none.
    void end_pass();

    /// All passes are done.
    design finish();

private:
    design made_;
    std::size_t pass_ = 0, rows_ = 0;
    std::vector<std::vector<double>> seen_;  // of each task
};

}  // namespace firefly
