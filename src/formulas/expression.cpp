module;
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.formulas;

import firefly.external;
import firefly.numeric;
import firefly.files;
import firefly.tables;

namespace firefly {

namespace {

using operation = expression::operation;

constexpr std::array functions{
    std::pair{"log", operation::log},     std::pair{"log2", operation::log2},    std::pair{"log10", operation::log10},
    std::pair{"log1p", operation::log1p}, std::pair{"exp", operation::exp},      std::pair{"expm1", operation::expm1},
    std::pair{"sqrt", operation::sqrt},   std::pair{"abs", operation::abs},      std::pair{"sin", operation::sin},
    std::pair{"cos", operation::cos},     std::pair{"floor", operation::floor},  std::pair{"year", operation::year},
    std::pair{"month", operation::month}, std::pair{"day", operation::day},      std::pair{"weekday", operation::weekday},
    std::pair{"hour", operation::hour},   std::pair{"minute", operation::minute}};

bool is_of_time(operation what) {
    return what >= operation::year && what <= operation::minute;
}

/// Whole powers by multiplication are what x*x is; `std::pow` is used for all others.
double raised(double base, double exponent) {
    return exponent == 2 ? base * base : portable::pow(base, exponent);
}

double function_of(operation what, double x) {
    switch (what) {
        case operation::negate: return -x;
        case operation::log: return portable::log(x);
        case operation::log2: return portable::log2(x);
        case operation::log10: return portable::log10(x);
        case operation::log1p: return portable::log1p(x);
        case operation::exp: return portable::exp(x);
        case operation::expm1: return portable::expm1(x);
        case operation::sqrt: return std::sqrt(x);
        case operation::abs: return std::abs(x);
        case operation::sin: return portable::sin(x);
        case operation::cos: return portable::cos(x);
        case operation::floor: return std::floor(x);
        case operation::year: return part_of(x, time_part::year);
        case operation::month: return part_of(x, time_part::month);
        case operation::day: return part_of(x, time_part::day);
        case operation::weekday: return part_of(x, time_part::weekday);
        case operation::hour: return part_of(x, time_part::hour);
        case operation::minute: return part_of(x, time_part::minute);
        default: return std::numeric_limits<double>::quiet_NaN();
    }
}

double joined(operation what, double a, double b) {
    switch (what) {
        case operation::add: return a + b;
        case operation::subtract: return a - b;
        case operation::multiply: return a * b;
        case operation::divide: return a / b;
        default: return raised(a, b);
    }
}

bool joins(operation what) {
    return what >= operation::add && what <= operation::raise;
}

}  // namespace

std::string_view plain_function(std::string_view name) {
    return name.starts_with("np.") ? name.substr(3) : name;
}

std::vector<std::string> const& number_functions() {
    static std::vector<std::string> const names = [] {
        std::vector<std::string> result{"I", "center", "scale"};
        for (auto const& [name, what] : functions) result.emplace_back(name);
        return result;
    }();
    return names;
}

expression::expression(syntax const& tree, expression_context& context) {
    compile(tree, context);
}

expression expression::of_column(std::size_t index, std::size_t place) {
    expression result;
    result.steps_.push_back({operation::column, place, index});
    return result;
}

void expression::compile(syntax const& tree, expression_context& context) {
    auto const fail = [&](std::string_view what) { throw formula_error(context.text, tree.place, what); };
    auto const join = [&](operation what, syntax const& right, std::size_t place) {
        compile(right, context);
        steps_.push_back({what, place});
    };
    switch (tree.kind) {
        case syntax_kind::number: steps_.push_back({operation::constant, tree.place, 0, tree.value}); break;
        case syntax_kind::name: steps_.push_back({operation::column, tree.place, context.input(tree, input_kind::number)}); break;
        case syntax_kind::call: compile_call(tree, context); break;
        case syntax_kind::negation:
            compile(tree.parts[0], context);
            steps_.push_back({operation::negate, tree.place});
            break;
        case syntax_kind::sum:
            compile(tree.parts[0], context);
            for (std::size_t i = 1; i < tree.parts.size(); ++i)
                join(tree.keys[i] == "+" ? operation::add : operation::subtract, tree.parts[i], tree.parts[i].place);
            break;
        case syntax_kind::product:
        case syntax_kind::quotient:
        case syntax_kind::power:
            compile(tree.parts[0], context);
            join(tree.kind == syntax_kind::product    ? operation::multiply
                 : tree.kind == syntax_kind::quotient ? operation::divide
                                                      : operation::raise,
                 tree.parts[1], tree.place);
            break;
        default: fail("this is no arithmetic");
    }
}

void expression::compile_call(syntax const& tree, expression_context& context) {
    auto const fail = [&](std::string const& what) { throw formula_error(context.text, tree.place, what); };
    std::string_view const name = plain_function(tree.text);
    auto const known = std::ranges::find_if(functions, [&](auto const& function) { return function.first == name; });
    bool const standardizes = name == "center" || name == "scale";
    if (known == functions.end() && !standardizes && name != "I") {
        if (name == "C" || name == "poly" || name == "bs" || name == "cr" || name == "cs")
            fail(fmt::format("{} makes several columns: it is a term of its own", name));
        std::string all_functions;
        for (auto const& function : number_functions()) all_functions += (all_functions.empty() ? "" : ", ") + function;
        auto const meant = nearest_name(name, number_functions());
        fail(fmt::format("there is no function {}; {}there are {}, C, poly, bs and cr", in_quotes(name),
                         meant ? fmt::format("did you mean {}? Else ", *meant) : "", all_functions));
    }
    if (tree.parts.size() != 1 || !tree.keys[0].empty()) fail(fmt::format("{} has one argument", name));
    if (known != functions.end() && is_of_time(known->second)) {
        syntax const& column = tree.parts[0];
        if (column.kind != syntax_kind::name)
            throw formula_error(context.text, column.place, fmt::format("{} is of a column of times", name));
        steps_.push_back({operation::column, column.place, context.input(column, input_kind::time)});
    } else if (standardizes) {
        expression const argument(tree.parts[0], context);
        std::size_t const place = context.learned(tree, argument, name == "scale");
        for (auto const& step : argument.steps_) steps_.push_back(step);
        steps_.push_back({operation::standardize, tree.place, place});
        return;
    } else {
        compile(tree.parts[0], context);
    }
    if (known != functions.end()) steps_.push_back({known->second, tree.place});
}

/// `look(step, operand, result)` is told of each step.
template <class Look>
double expression::run(double const* row, std::vector<standardization> const& learned, Look const& look) const {
    std::array<double, 256> stack;  // a tree is less deep: see the parser
    std::size_t size = 0;
    for (auto const& step : steps_) {
        double operand = 0;
        if (step.what == operation::constant) {
            stack[size++] = step.value;
        } else if (step.what == operation::column) {
            stack[size++] = row[step.index];
        } else if (joins(step.what)) {
            operand = stack[--size];
            stack[size - 1] = joined(step.what, stack[size - 1], operand);
        } else {
            operand = stack[size - 1];
            stack[size - 1] = step.what == operation::standardize ? learned[step.index](operand) : function_of(step.what, operand);
        }
        look(step, operand, stack[size - 1]);
    }
    return stack[0];
}

double expression::operator()(double const* row, std::vector<standardization> const& learned) const {
    return run(row, learned, [](step const&, double, double) {});
}

bool expression::find_failure(double const* row, std::vector<standardization> const& learned, failure& found) const {
    bool failed = false;
    run(row, learned, [&](step const& at, double operand, double result) {
        if (failed || std::isfinite(result)) return;
        failed = true;
        found = {at, operand};
    });
    return failed;
}

}  // namespace firefly
