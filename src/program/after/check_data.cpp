/// Checks what set-up saw in the data: the scales of columns and prior, and rows that dominate. See `data_survey`.
module;
#include <string>

module firefly.program.after;

import firefly.external;
import firefly;
import :examination;

namespace firefly::program {

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
        note(fmt::format("The column {} varies {:.3g} times as much as {}: no prior scale suits both.",
                         find_fact(draws.facts, "widest_column").value_or("?"), *ratio,
                         find_fact(draws.facts, "narrowest_column").value_or("?")),
             "Use --standardize, or write the columns in units in which they vary alike.");
}

void examination::check_dominant_row() {
    auto const row = find_fact(draws.facts, "dominant_row");
    auto const share = find_number(draws.facts, "dominant_share");
    if (!row || !share) return;
    warn(fmt::format(
             "Row {} of the data dominates: in one direction it alone has {:.0f} % of all that is known of the coefficients.", *row,
             100 * *share),
         "See whether it is right (a slip, another unit). Then leave it out, or transform the column that it is far out in.");
}

}  // namespace firefly::program
