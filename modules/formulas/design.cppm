/// From columns to features, as a formula says: what was learned from data, and the rows that are made with it.
///
///     design const d(table, "delay ~ log(distance) + C(weekday) + bs(hour, df=6)");
///     d.features()          (intercept), log(distance), C(weekday)[T.2], …, bs(hour, df=6)[1], …: the names are formulaic's
///     d.rows(new_rows)      the same columns from other rows: levels, knots and means are those of the first table
///
/// A raw row has a number for each input: a number, the code of a category, or the seconds of a time. A feature is a product of columns of
/// factors, so that a row costs one multiplication for each factor of each feature. What is learned is a few numbers: see `facts`.
///
/// Group terms are no features. Each coefficient that differs between the levels of a factor is a group (`groups`): (1 + x | store) has two, `store` and
/// `store:x`. Their level columns stay codes (`feature_rows`), and come behind the features.
module;
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

export module firefly.formulas:design;

import firefly.core;
import firefly.data;
import :b_spline;
import :coding;
import :column_table;
import :cubic_spline;
import :expression;
import :formula;
import :polynomial;
import :standardization;
import :treatment_coding;

namespace firefly {

/// A column that the formula needs.
export struct design_input {
    std::string column;
    input_kind kind = input_kind::number;
    std::vector<std::string> levels = {};  // of categories: what the codes 0, 1, … mean
    bool open = false;                     // of categories that only groups have: a level that was not fitted is none
};

/// A column that there is.
export struct available_column {
    std::string name;
    bool is_text = false;
    bool stays_number = false;  // it cannot be read as codes: C(x) has the different numbers as levels
};

/// What a factor of a term is made of.
struct design_factor {
    std::string name;
    std::size_t place = 0;  // in the formula
    expression value = {};
    std::variant<std::monostate, polynomial, b_spline, cubic_spline, treatment_coding> encoder = {};
    bool by_codes = false;  // of categories: of an input, whose levels are known

    std::size_t columns() const;
    bool spans_intercept() const;
    void encode(double x, double* out) const;
    /// Of each column, and of each but one that is left out.
    std::vector<std::string> column_names(bool reduced) const;
    /// Which column is left out.
    std::size_t left_out() const;
};

/// A coefficient that differs between the levels of a factor.
export struct design_group {
    std::string name;                      // of the factor, and of what the coefficient is of, unless that is the intercept
    std::vector<std::string> levels = {};  // of the factor, those of a product being all pairs
    std::vector<std::size_t> categories;   // the factors whose levels these are; the first changes slowest
    std::vector<std::size_t> slope = {};   // the factors that are multiplied; none: an intercept

    inline bool is_slope() const { return !slope.empty(); }
    /// What the coefficient of a level is called.
    std::string parameter(std::size_t level) const;
};

/// A formula with what was learned from data: makes features of raw rows.
export class design {
public:
    /// Learns from all rows. Texts are categories, or times where the formula asks for a part of them. Throws `formula_error`, which names
    /// the row where one is to blame.
    design(column_table const& data, std::string_view formula_text);

    inline formula const& source() const { return formula_; }
    inline std::vector<design_input> const& inputs() const { return inputs_; }
    /// Names of the features, "(intercept)" first where there is one.
    inline std::vector<std::string> const& features() const { return names_; }
    inline std::vector<design_group> const& groups() const { return groups_; }
    /// Names of the features, and of the coefficients of all levels behind them.
    std::vector<std::string> parameters() const;
    inline bool has_offset() const { return !offsets_.empty(); }
    /// Of the columns that the target is made of; empty where there is none. Where it is a column as it is, that is all of it.
    inline std::vector<std::string> const& target_columns() const { return target_columns_; }
    inline bool target_is_column() const { return formula_.target && formula_.target->kind == syntax_kind::name; }
    /// Takes the intercept from the features, where something else stands for it, such as the cutpoints of an ordinal model.
    void leave_out_intercept();
    /// Of an input that holds categories: the code of the level that is a reference, where a factor has one.
    std::optional<std::size_t> reference_code(std::size_t input) const;
    /// What is said of columns that explain nothing, one line each.
    std::vector<std::string> warnings() const;

    /// Where columns of factors are put together: one for each thread.
    using scratch = std::vector<double>;

    /// Fills the features of a raw row. False where one of them is not finite: then `explain` says why.
    bool expand(double const* raw, double* features, scratch& work) const;
    /// Fills, group by group, the level of a raw row, or `no_level`, and what its coefficient is multiplied with. False where that is not finite.
    bool find_levels(double const* raw, std::uint32_t* codes, double* values) const;
    /// The sum of the offsets of a raw row.
    double offset(double const* raw) const;
    /// Of a row of `target_columns`.
    double target(double const* columns) const;
    /// Throws `formula_error` for what has no value in this row, which is called by its number from 1.
    [[noreturn]] void explain(double const* raw, std::size_t number) const;
    [[noreturn]] void explain_target(double const* columns, std::size_t number) const;

    /// The raw rows of a table. Throws `invalid_argument` for columns that are not there, unknown levels, and missing or wrong cells.
    matrix raw_rows(column_table const& data) const;
    /// The features of a table, those of all levels of groups behind them, and its target where the table has it: classes where it is a text.
    data_set rows(column_table const& data) const;

    /// What was learned, as names and values: everything besides the formula's text that makes the same features of other rows.
    std::vector<std::pair<std::string, std::string>> facts() const;
    /// The design that has these facts, among others. Nothing where there is no formula among them. Throws `invalid_argument` where they
    /// do not go together.
    static std::optional<design> from_facts(std::vector<std::pair<std::string, std::string>> const& facts);

private:
    friend class design_learner;
    friend class design_builder;

    /// What is learned, in the order in which it can be: from the numbers of an expression, in a pass when all that it needs is there.
    struct task {
        expression value;
        std::size_t pass;
        std::size_t place;                  // in the formula
        std::optional<std::size_t> factor;  // one of the factors, or
        std::size_t standardization = 0;    // one of these
    };

    design() = default;
    std::string learn(task const& what, std::span<double const> column);
    void restore(task const& what, std::span<double const> learned);
    std::vector<double> numbers_of(task const& what) const;
    /// When everything is learned.
    void finish();

    formula formula_;
    std::vector<design_input> inputs_;
    std::vector<standardization> standardizations_;
    std::vector<design_factor> factors_;
    std::vector<task> tasks_;
    std::vector<design_group> groups_;
    std::vector<expression> offsets_;
    std::vector<std::string> target_columns_;
    expression target_;
    std::vector<std::string> names_;
    std::vector<std::size_t> first_column_;  // of each factor among the columns of all
    std::vector<std::size_t> product_;       // columns that are multiplied, feature after feature
    std::vector<std::size_t> product_end_;   // of each feature
};

}  // namespace firefly
