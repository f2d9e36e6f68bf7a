/// One pass over the rows for what columns look like: their ranges in each class, and their spreads.
///
/// Successes and failures of trials are two classes, and a row that has both is of both. A count is successes of so many trials that there
/// are always failures: a row that counts something is of both classes, and one that counts nothing is of the first.
/// Cost: O(ND). Sums are joined by the formulas of Chan, Golub & LeVeque (1983), so that a column far from zero keeps its digits.
module;
#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

module firefly.program.setup:column_survey;

import firefly;
import firefly.program.input;

namespace firefly::program {

/// A sum over blocks of rows.
struct column_survey {
    std::vector<double> lowest, highest;  // by class and column; ∞ and −∞ where the class has no row
    double rows = 0;
    std::vector<double> mean, squares;  // of the columns: squares are Σ (x − mean)²
    std::vector<double> many;           // 1 where a column has more than two values, otherwise 0

    /// Of no rows. One class where the target is a number, two where it is a count.
    column_survey(std::size_t classes, std::size_t columns);

    void add(row_block const& block, model_kind model);
    column_survey& operator+=(column_survey const& other);
    static auto members(auto& self) { return std::tie(self.lowest, self.highest, self.rows, self.mean, self.squares, self.many); }

    /// Columns in which one class lies at one end and no row of another class goes beyond its inner edge. Then the likelihood grows for ever with
    /// the coefficients of the column (Albert & Anderson 1984: complete and quasi-complete separation, here by one column). No threshold is
    /// needed. It includes indicators that only one class has, or that one class lacks; for counts, columns that have one value, at an
    /// end, in all rows that count something. Where all counts are zero, or all trials end alike, these are the columns that keep to one
    /// side of zero, such as the intercept.
    std::vector<std::size_t> separating() const;

    /// The columns with the largest and the smallest standard deviation, if these differ by more than 1000 times. A prior scale s suits a column
    /// of standard deviation d if s·d, the effect that one standard deviation of the column may have on the predictor, is neither below 0.1,
    /// which forbids effects that anybody would notice (odds times 1.1), nor above 100, which is no prior at all (odds times e¹⁰⁰). Beyond a
    /// ratio of 1000 no s suits both. Columns with two values are left out: the spread of an indicator tells how rare it is, not its unit.
    std::optional<std::pair<std::size_t, std::size_t>> uneven() const;
    double deviation(std::size_t column) const;

private:
    std::size_t columns() const { return mean.size(); }
    std::size_t classes() const { return lowest.size() / columns(); }
    /// Of two classes, one has no rows.
    bool has_one_class() const;
    /// Over all classes.
    std::pair<double, double> range(std::size_t column) const;
};

}  // namespace firefly::program
