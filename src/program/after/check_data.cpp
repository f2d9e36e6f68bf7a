/// Checks what set-up saw in the data: the scales of columns and prior, rows that dominate, and how counts scatter. See `data_survey`.
module;
#include <algorithm>
#include <string>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.output;
import :examination;

namespace firefly::program {

namespace {

/// A Poisson regression that has too many zeros may lack spread only.
std::string zeros_remedy(fact_list const& facts) {
    return find_fact(facts, "dispersion")
               ? "Try --model negative-binomial; or look for a column that tells these rows apart, or leave them out."
               : "Look for a column that tells these rows apart, or leave them out.";
}

}  // namespace

void examination::check_scales() {
    if (auto const names = find_fact(draws.facts, "uninformed"))
        warn(fmt::format(
                 "The data say hardly anything about {}: the posterior is the prior there. The column hardly varies in its unit, "
                 "few rows have it, or the target lies far outside of what the prior expects.",
                 *names),
             "Use --standardize, a larger --prior-scale or --intercept-scale, or leave the column out.");
    bool const separated = find_fact(draws.facts, "separated") || find_fact(draws.facts, "separating_columns");  // says why already
    if (auto const names = find_fact(draws.facts, "pulled"); names && !separated)
        warn(fmt::format(
                 "The prior moves {} by more than a posterior standard deviation: it is too narrow for the unit of the column "
                 "or of the target, or the classes are nearly separated.",
                 *names),
             "Use --standardize, or a larger --prior-scale (auto tries several); for the intercept, a larger --intercept-scale.");
    if (auto const ratio = find_number(draws.facts, "spread_ratio"))
        note(fmt::format("The column {} varies {} times as much as {}: no prior scale suits both.",
                         find_fact(draws.facts, "widest_column").value_or("?"), rounded(*ratio, 3),
                         find_fact(draws.facts, "narrowest_column").value_or("?")),
             "Use --standardize, or write the columns in units in which they vary alike.");
}

void examination::check_dominant_row() {
    auto const row = find_fact(draws.facts, "dominant_row");
    auto const share = find_number(draws.facts, "dominant_share");
    if (!row || !share) return;
    warn(fmt::format(
             "Row {} of the data dominates: in one direction it alone has {:.0f} % of all that is known about the coefficients.",
             *row, 100 * *share),
         "See whether it is right (a slip, another unit). Then leave it out, or transform the column that it is far out in.");
}

void examination::check_counts() {
    auto const number = [&](char const* key) { return find_number(draws.facts, key).value_or(0); };
    constexpr double far = 3;  // standard errors
    if (double const ratio = number("dispersion"); ratio > std::max(1.5, 1 + far * number("dispersion_error")))
        warn(fmt::format("The counts vary {:.3g} times as much as Poisson allows: the posterior is too narrow.", ratio),
             "Use --model negative-binomial.");
    double const zeros = number("zeros"), expected = number("expected_zeros");
    if (zeros > std::max(1.1 * expected, expected + far * number("zeros_error")))
        warn(fmt::format("{:.0f} counts are zero where the model expects {}: some rows may have another reason to be zero.", zeros,
                         rounded(expected, 3)),
             zeros_remedy(draws.facts));
}

}  // namespace firefly::program
