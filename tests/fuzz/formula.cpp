/// Formulas on a small table, and what was learned from facts, on bytes that libFuzzer makes up: what is accepted must make finite rows, and the
/// same again from its facts; what is refused must be refused in two lines at most, and nothing else may happen.
///
/// An input is a formula. Where it has several lines, those behind the first are facts, `key = value`, that stand before the true ones.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzzer.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.formulas;

namespace {

firefly::column_table const& some_rows() {
    static firefly::column_table const rows({{.name = "y", .numbers = {3, -1, 20, 7, 0, 5}},
                                             {.name = "x", .numbers = {300, 500, 1200, 800, 450, 2100}},
                                             {.name = "h", .numbers = {6, 9, 9, 13, 18, 22}},
                                             {.name = "c", .texts = {"a", "b", "c", "b", "a", "3"}},
                                             {.name = "t",
                                              .texts = {"2001-01-01", "2001-02-03T04:05", "2000-02-29 23:59:59", "2001-07-08",
                                                        "1999-12-31T09:30Z", "2001-03-04T05:06+01:00"}}});
    return rows;
}

void check(firefly::design const& made) {
    auto const data = made.rows(some_rows());
    require(data.features.shape(1) == made.parameters().size(), "columns");
    for (double const value : data.features) require(std::isfinite(value), "finite features");
    auto const again = firefly::design::from_facts(made.facts());
    require(again && again->parameters() == made.parameters(), "the same names from facts");
    require(std::ranges::equal(again->rows(some_rows()).features, data.features), "the same rows from facts");
}

/// More than this costs an input seconds, and finds nothing new.
bool is_large(std::string_view formula) {
    return formula.size() > 300 || std::ranges::count(formula, '*') + std::ranges::count(formula, '^') > 6;
}

}  // namespace

std::vector<std::string> seeds() {
    return {"y ~ log(x) + C(h) * c - c + bs(h, df=4) + offset(log(x / 2))",
            "log(x) ~ 0 + c:C(h, reference=9) + poly(h, 2, raw=True) + (1 + h || c/t)",
            "y ~ cr(x, df=3, constraints='center') + scale(center(h)) + I(-x**2 / 1.5e3) + `h`",
            "~ (x + h + c)^2 + year(t) + C(month(t)) + C(c, levels=['3', 'a', 'b', 'c'])",
            "~ bs(h, knots=[8, 12], lower_bound=0, upper_bound=24, extrapolation='clip', degree=2)",
            "~ scale(h) + c\nformula_learned_1 = 3 4\nformula_input_2_level_1 = b"};
}

void try_input(std::string_view input) {
    std::string_view const formula = input.substr(0, input.find('\n'));
    if (is_large(formula)) return;
    try {
        firefly::design const made(some_rows(), formula);
        check(made);
        std::vector<std::pair<std::string, std::string>> facts;
        std::size_t at = formula.size();
        while (at < input.size()) {
            auto const line = input.substr(at + 1, input.find('\n', at + 1) - at - 1);
            at += line.size() + 1;
            auto const sign = line.find(" = ");
            if (sign != std::string_view::npos) facts.emplace_back(line.substr(0, sign), line.substr(sign + 3));
        }
        for (auto& fact : made.facts()) facts.push_back(std::move(fact));
        if (auto const changed = firefly::design::from_facts(facts)) changed->rows(some_rows());
    } catch (firefly::invalid_argument const& refusal) {
        std::string_view const said = refusal.what();
        require(std::ranges::count(said, '\n') <= 1, "a message of two lines at most");
    }
}
