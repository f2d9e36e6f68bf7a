/// A likelihood whose noise has a scale that is sampled, put together with rows and options: `pose` for `with_noise`.
///
/// The prior of σ is half-Cauchy. Its scale is 2.5 standard deviations of the target, unless it was given: σ is hardly ever larger than one of
/// them, and below its scale a half-Cauchy density is next to flat. The same scale serves coefficients, and 2.5 root mean squares of the target
/// serve the intercept, where none was given. With a scale that has nothing to do with the target's unit the posterior could have what
/// the columns explain as noise: a σ that is too large costs N log σ, a coefficient far beyond its prior much more.
module;
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

module firefly.program.setup:noise_pose;

import firefly.external;
import firefly;
import firefly.program.input;
import :chosen_rows;
import :model_setup;
import :pose;
import :prior_scale;

namespace firefly::program {

/// Throws `invalid_argument` for targets that lie so far from zero that y beside an intercept, in units of the noise, is lost in rounding.
void check_scatter(target_moments const& target);

/// Options in which all scales of priors are numbers that were not left to the held-out rows, and what was said of them.
sample_options scaled_by(target_moments const& target, sample_options options);

/// Fitted to some rows and scored by others.
template <Likelihood L>
class noise_split {
public:
    using prior_type = noise_prior<composed_prior>;

    noise_split(L likelihood, chosen_rows training, chosen_rows test, noise_settings settings, sample_options const& options)
        : likelihood_(std::move(likelihood)),
          weight_(moments_of_targets(training).weight),
          test_weight_(moments_of_targets(test).weight),
          training_(std::move(training)),
          test_(std::move(test)),
          settings_(settings),
          options_(&options) {}

    prior_type prior(double scale) const { return {make_prior(*options_, scale), weight_, settings_}; }
    auto model(prior_type const& prior) const { return posterior(likelihood_, prior, training_); }
    double score(vector_view theta) const {
        double const sum = log_likelihood(likelihood_, test_, theta) + test_weight_ * portable::log(theta.back());
        return sum / static_cast<double>(test_.rows());
    }

private:
    L likelihood_;
    double weight_, test_weight_;
    noise_rows<chosen_rows> training_, test_;
    noise_settings settings_;
    sample_options const* options_;
};

/// The posterior of a likelihood of scale one. `result.spread` is a scale of the noise from which the search for the maximum may start.
template <Likelihood L>
model_setup pose_noise(L const& likelihood, any_rows rows, sample_options const& asked, model_setup result) try {
    target_moments const target = moments_of_targets(rows);
    check_scatter(target);
    sample_options const options = scaled_by(target, asked);
    noise_settings const settings{.prior_scale = *options.noise_prior_scale, .start = result.spread};
    result.noise_prior_scale = options.noise_prior_scale;
    result.intercept_scale = options.intercept_scale;
    if (options.prior_scale) {
        result.prior_scale = *options.prior_scale;
    } else {
        auto const search = search_prior_scale(rows, options.run.seed, [&](chosen_rows training, chosen_rows test) {
            return noise_split(likelihood, std::move(training), std::move(test), settings, options);
        });
        print_search(search);
        result.prior_scale = search.best;
    }
    noise_prior<composed_prior> prior(make_prior(options, result.prior_scale), target.weight, settings);
    return put_together(posterior(likelihood, std::move(prior), noise_rows<any_rows>(std::move(rows))), options, std::move(result));
} catch (numerical_error const& failure) { explain(failure, asked); }

extern template model_setup pose_noise(adjusted<any_family> const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose_noise(gaussian const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose_noise(huber const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose_noise(log_cosh const&, any_rows, sample_options const&, model_setup);
extern template model_setup pose_noise(student_t const&, any_rows, sample_options const&, model_setup);

}  // namespace firefly::program
