module;
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

module firefly.program.setup;

import firefly.external;
import firefly;
import firefly.program.input;
import :pose;

namespace firefly::program {

namespace {

/// Fitted to some rows and scored by others.
class ordinal_split {
public:
    using prior_type = ordinal_prior<any_prior>;

    ordinal_split(chosen_rows training, chosen_rows test, std::size_t categories, sample_options const& options)
        : training_(std::move(training), categories), test_(std::move(test), categories), options_(&options) {}

    prior_type prior(double scale) const {
        return {make_prior(*options_, scale, training_.source().columns()), training_.counts()};
    }
    auto model(prior_type const& prior) const { return posterior(logistic{}, prior, training_); }
    double score(vector_view theta) const {
        double sum = log_likelihood(logistic{}, test_, theta);
        vector_view const cutpoints = theta.last(test_.categories() - 1);
        for (std::size_t j = 1; j < cutpoints.size(); ++j)
            sum += test_.counts()(j) * log_one_minus_exp(cutpoints[j] - cutpoints[j - 1]);
        return sum / static_cast<double>(test_.source().rows());
    }

private:
    ordinal_rows<chosen_rows> training_, test_;
    sample_options const* options_;
};

double find_scale(any_rows const& rows, sample_options const& options, std::size_t categories) {
    if (options.prior_scale) return *options.prior_scale;
    auto const search = search_prior_scale(rows, options.run.seed, [&](chosen_rows training, chosen_rows test) {
        return ordinal_split(std::move(training), std::move(test), categories, options);
    });
    print_search(search);
    return search.best;
}

}  // namespace

model_setup pose_ordinal(any_rows rows, sample_options const& options, model_setup result) {
    std::size_t const categories = result.labels.size();
    result.prior_scale = find_scale(rows, options, categories);
    any_prior prior = make_prior(options, result.prior_scale, rows.columns());
    ordinal_rows<any_rows> sides(std::move(rows), categories);
    ordinal_prior<any_prior> with_cutpoints(std::move(prior), sides.counts());
    return put_together(posterior(logistic{}, std::move(with_cutpoints), std::move(sides)), options, std::move(result));
}

}  // namespace firefly::program
