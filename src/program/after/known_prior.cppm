/// The prior of a parameter, as far as the facts of its draws tell.
///
/// Of coefficients with a prior of their own: Gaussian, Laplace or Student's t, centred at 0. Of the scale of the noise, and of scales that are
/// learned: half-Cauchy. Not of what has no density of its own: levels of groups, horseshoes, flat priors, scales in units of another
/// parameter.
module;
#include <optional>
#include <vector>

module firefly.program.after:known_prior;

import firefly;

namespace firefly::program {

struct known_prior {
    enum class shape { gaussian, laplace, student_t, half_cauchy };

    shape kind;
    double scale;
    double degrees_of_freedom = infinity;  // of Student's t

    double density(double x) const;
};

/// Of every element of every parameter, in their order; nothing where it is not known. Coefficients are those of the first variable of the draws;
/// the prior of the intercept is about the intercept at the columns' centres.
std::vector<std::optional<known_prior>> known_priors(stored_draws const& draws);

}  // namespace firefly::program
