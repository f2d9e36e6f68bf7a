module;
#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.input;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

using shape = column_prior::shape;

struct distribution {
    std::string_view name;
    std::string_view example;
    shape kind;
    std::size_t arguments;  // a scale last, before that the location, before that the degrees of freedom
};

constexpr std::array distributions{distribution{"normal", "normal(0, 1)", shape::normal, 2},
                                   distribution{"student_t", "student_t(4, 0, 1)", shape::student_t, 3},
                                   distribution{"laplace", "laplace(0, 1)", shape::laplace, 2},
                                   distribution{"flat", "flat()", shape::flat, 0},
                                   distribution{"horseshoe", "horseshoe(1)", shape::horseshoe, 1},
                                   distribution{"half_cauchy", "half_cauchy(1)", shape::learned, 1}};

/// NAME(ARGUMENT, …)
struct call {
    std::string_view name;
    std::vector<std::string_view> arguments = {};
};

std::optional<call> parse_call(std::string_view text) {
    text = trimmed(text);
    auto const open = text.find('(');
    if (open == std::string_view::npos || !text.ends_with(')')) return {};
    call result{trimmed(text.substr(0, open))};
    std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    if (trimmed(inside).empty()) return result;
    for (;;) {
        auto const comma = inside.find(',');
        result.arguments.push_back(trimmed(inside.substr(0, comma)));
        if (comma == std::string_view::npos) return result;
        inside.remove_prefix(comma + 1);
    }
}

bool is_name(std::string_view text) {
    auto const belongs = [](char c) {
        auto const byte = static_cast<unsigned char>(c);
        return std::isalnum(byte) || c == '_' || byte >= 0x80;  // UTF-8
    };
    return !text.empty() && !std::isdigit(static_cast<unsigned char>(text.front())) && std::ranges::all_of(text, belongs);
}

/// Names of other parameters, those of statistics of draws, and what is meant to be a number.
bool is_taken(std::string_view name) {
    constexpr std::array<std::string_view, 8> others{"sigma", "beta", "W", "cutpoint", "inf", "infinity", "nan", "auto"};
    return std::ranges::find(others, name) != others.end() || name.ends_with("__");
}

std::optional<double> parse_within(std::string_view text, double least, double largest) {
    auto const number = parse_number(text);
    return number && *number >= least && *number <= largest ? number : std::nullopt;
}

/// The scale, a number or a name: these are the limits of `prior_term`.
void parse_scale(std::string const& text, std::string_view scale, column_prior& into) {
    if (auto const number = parse_within(scale, 1e-50, 1e50)) {
        into.scale = *number;
        return;
    }
    bool const may_be_learned = into.kind == shape::normal;
    if (!is_name(scale) || !may_be_learned)
        refuse_rule(text, fmt::format("{} is no scale; give a number from 1e-50 to 1e50{}", in_quotes(scale),
                                      may_be_learned ? ", or the name of a scale that is to be learned" : ""));
    if (is_taken(scale))
        refuse_rule(text, fmt::format("a learned scale cannot be called {}; choose another name", in_quotes(scale)));
    into.kind = shape::learned;
    into.scale_name = scale;
}

column_prior parse_distribution(std::string const& text, call const& said, distribution const& which) {
    auto const& arguments = said.arguments;
    std::size_t const count = arguments.size();
    if (count != which.arguments)
        refuse_rule(text, fmt::format("{} has {} argument{}, not {}; write {}", which.name, which.arguments,
                                      which.arguments == 1 ? "" : "s", count, which.example));
    column_prior result{.kind = which.kind};
    if (count > 1 && parse_number(arguments[count - 2]) != 0.0)
        refuse_rule(text,
                    fmt::format("priors are centred at 0, not at {}; write {}", in_quotes(arguments[count - 2]), which.example));
    if (count > 2) {
        auto const degrees = parse_within(arguments[0], 0.1, 1e10);
        if (!degrees)
            refuse_rule(text,
                        fmt::format("{} is no number of degrees of freedom; give one from 0.1 to 1e10", in_quotes(arguments[0])));
        result.degrees_of_freedom = *degrees;
    }
    if (count > 0) parse_scale(text, arguments.back(), result);
    return result;
}

}  // namespace

void refuse_rule(std::string_view text, std::string_view why) {
    throw invalid_argument(fmt::format("--prior {}: {}", in_quotes(text), why));
}

prior_rule parse_rule(std::string const& text) {
    std::string_view const whole = text;
    auto const sign = whole.rfind('~');
    if (sign == std::string_view::npos) refuse_rule(text, "there is no ~; write TERM ~ DISTRIBUTION, such as x ~ normal(0, 1)");
    prior_rule rule{.text = text, .term = std::string(trimmed(whole.substr(0, sign)))};
    if (rule.term.empty()) refuse_rule(text, "nothing stands before ~; write the name of a term there");
    auto const said = parse_call(whole.substr(sign + 1));
    if (!said)
        refuse_rule(text,
                    "no distribution stands behind ~; write one with its arguments in parentheses, such as normal(0, 1) or flat()");
    auto const* const which = std::ranges::find(distributions, said->name, &distribution::name);
    if (which == distributions.end())
        refuse_rule(
            text,
            fmt::format(
                "there is no distribution {}; there are normal, student_t, laplace, horseshoe and flat, and half_cauchy of scales",
                in_quotes(said->name)));
    rule.prior = parse_distribution(text, *said, *which);
    rule.of_scale = which->kind == shape::learned;
    return rule;
}

}  // namespace firefly::program
