/// Arithmetic on the columns of a row: log(x), scale(x) / 2, hour(t) + minute(t) / 60.
///
/// A tree becomes a list of steps on a stack (postfix), so that a row costs one step for each operator and no call of a function that is not
/// in the formula. `center` and `scale` are steps whose numbers are learned.
module;
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

export module firefly.formulas:expression;

import firefly.tables;
import :standardization;
import :syntax;

namespace firefly {

/// What a formula takes from a column.
export enum class input_kind { number, category, time };

/// The columns of a row in their order, and what was learned: what expressions are made for.
struct expression_context {
    std::string_view text;  // of the formula
    /// Of a column that is needed as this kind. Throws `formula_error` where there is none.
    virtual std::size_t input(syntax const& name, input_kind kind) = 0;
    /// A place for what `center` or `scale` learns of its argument, which is the expression up to now.
    virtual std::size_t learned(syntax const& call, class expression const& argument, bool divides) = 0;

protected:
    ~expression_context() = default;
};

class expression {
public:
    enum class operation : unsigned char {
        constant,
        column,
        negate,
        add,
        subtract,
        multiply,
        divide,
        raise,
        log,
        log2,
        log10,
        log1p,
        exp,
        expm1,
        sqrt,
        abs,
        sin,
        cos,
        floor,
        year,
        month,
        day,
        weekday,
        hour,
        minute,
        standardize
    };
    struct step {
        operation what;
        std::size_t place;      // in the formula
        std::size_t index = 0;  // of a column, or of what was learned
        double value = 0;       // of a constant
    };

    expression() = default;
    /// Throws `formula_error` for what is no arithmetic.
    expression(syntax const& tree, expression_context& context);

    /// A column of the row as it is.
    static expression of_column(std::size_t index, std::size_t place);

    /// Of the columns of a row. NaN or infinite where an operation has no result.
    double operator()(double const* row, std::vector<standardization> const& learned) const;
    /// The first step whose result is not finite, and what its operand was; nothing where all are.
    struct failure {
        step at;
        double operand;
    };
    /// True where there is one.
    bool find_failure(double const* row, std::vector<standardization> const& learned, failure& found) const;

    inline std::vector<step> const& steps() const { return steps_; }

private:
    template <class Look>
    double run(double const* row, std::vector<standardization> const& learned, Look const& look) const;
    void compile(syntax const& tree, expression_context& context);
    void compile_call(syntax const& tree, expression_context& context);

    std::vector<step> steps_;
};

/// The names of functions that make a number of one.
std::vector<std::string> const& number_functions();

/// What a function is called in messages and formulas without its prefix: np.log is log.
std::string_view plain_function(std::string_view name);

}  // namespace firefly
