/// Parameters of likelihoods that are sampled on a grid: between which values, with which prior, and how a likelihood has another value.
///
/// Degrees of freedom ν of Student-t noise: gamma of shape 2 and rate 0.1, p(ν) ∝ ν e^{−ν/10} (Juárez & Steel 2010), from 1 to 200. Beyond 200 nobody can tell
/// the noise from a normal one: where data say no more than that, ν has what the prior leaves it, and the last values of the grid stand for all above.
/// Size r of a negative binomial: 1/√r, about the relative deviation of means beyond Poisson's, is half-Cauchy of scale 1, p(r) ∝ r^{−1/2}/(1 + r), from
/// 0.01 to 10⁴, where r is hardly to be told from infinity.
module;
#include <functional>
#include <string>
#include <variant>

module firefly.program.setup:grid_rule;

import firefly;
import firefly.program.input;

namespace firefly::program {

struct grid_rule {
    double least, most;
    std::function<double(double)> log_prior;
    std::string prior;  // in words
};

/// Throws `invalid_argument` for a model that has no such parameter.
grid_rule grid_rule_of(model_kind model);

/// The same likelihood with this value.
student_t with_value(student_t const& likelihood, double nu);
negative_binomial with_value(negative_binomial const& likelihood, double size);
adjusted<any_family> with_value(adjusted<any_family> const& likelihood, double value);

template <class L>
concept HasValueOnGrid = requires(L const& likelihood, double value) { with_value(likelihood, value); };

}  // namespace firefly::program
