/// `--prior "TERM ~ DISTRIBUTION"`: priors of single terms, by the names that they have in the formula or in the file.
///
///     --prior "log(distance) ~ normal(0, 2)"                     a scale of its own
///     --prior "C(weekday) ~ normal(0, s)" --prior "s ~ half_cauchy(1)"   a scale that is learned, and its prior
///     --prior "region ~ student_t(4, 0, 1)", laplace(0, 1), flat()
///     --prior "x1 + x2 + C(weekday) ~ horseshoe(1)"              of several terms; `.` is all that no other rule is for, but the intercept
///     --prior "sd_county ~ half_cauchy(2)"                       of the scale of a group
///
/// Coefficients are those that are sampled: of columns as --no-center and --standardize leave them. A term is a feature by its whole name, or all features
/// that have that name without levels: `C(weekday)` of C(weekday)[T.2], `bs(hour, df=6)` of bs(hour, df=6)[1], `region` of region=north. Blanks do not count.
module;
#include <cstddef>
#include <string>
#include <vector>

export module firefly.program.input:prior_rules;

import firefly;
import :prior_rule;

namespace firefly::program {

/// A coefficient that differs between levels.
export struct named_group {
    std::string name;
    std::size_t levels;
};

/// Of a formula's columns; none without one.
export std::vector<named_group> named_groups(design const* made);

/// Throws `invalid_argument`, which quotes the rule, for one that cannot be understood, whatever the columns are: before data are read.
export void check_priors(std::vector<std::string> const& rules);

/// The priors of all columns in their order, features first, then the levels of each group, neighbours of one rule or of none together; a group's scale is
/// learned, half-Cauchy of scale 1 and called sd_NAME, unless a rule says otherwise. The common scale of a horseshoe is called horseshoe, or horseshoe_2
/// and so on where there are several, or something else is called so. Throws `invalid_argument`, which quotes the rule, for one that
/// cannot be understood, a term that there is not (with the nearest name), two rules for one term, and a scale that two terms have.
export std::vector<column_prior> resolve_priors(std::vector<std::string> const& rules, std::vector<std::string> const& features,
                                                std::vector<named_group> const& groups);

}  // namespace firefly::program
