/// Ordinal logit regression, or the proportional odds model (McCullagh 1980): K ordered categories, D coefficients and K − 1 cutpoints.
///
///     P(y ≤ j) = σ(c_{j+1} − x·β),   c_1 < … < c_{K−1},   y = 0, …, K − 1;   no intercept: the cutpoints are K − 1 of them
///     log P(y = j) = log σ(a) + log σ(−b) + log(1 − e^{−(a − b)}),   a = c_{j+1} − x·β,   b = c_j − x·β,   c_0 = −∞,   c_K = ∞
///
/// The last line is an identity, since σ(a) − σ(b) = σ(a) σ(−b) (1 − e^{−(a − b)}). It never cancels, and it has the model's parts: logistic rows
/// (`ordinal_rows`), which get their bounds as those of any logistic regression, and a function of θ alone (`ordinal_prior`). So it is sampled
/// exactly by what there is, with one z for each row. With an offset o and a weight ω it is ω log P at x·β + o: the width a − b has no offset, so
/// that the last term stays a function of θ alone. Cost: that of one or two logistic data.
module;
#include <cstddef>
#include <span>
#include <utility>

export module firefly.models:ordinal;

import firefly.core;
import firefly.data;
import :adjusted;
import :binomial;
import :logistic;
import :ordinal_prior;
import :posterior;

namespace firefly {

/// log P(y = category) where x·β, with its offset, is eta. −∞ for cutpoints that are out of order.
export double log_ordinal_probability(std::size_t category, double eta, vector_view cutpoints);

/// An ordinal model as a posterior of logistic rows.
export template <Prior P, RowSource S>
using ordinal_posterior = posterior<logistic, ordinal_prior<P>, ordinal_rows<S>>;

/// One row of an ordinal model with an offset and a weight: a success in one trial.
export using adjusted_side = adjusted<binomial>;

/// An ordinal model whose data have offsets and weights.
export template <Prior P, RowSource S>
using adjusted_ordinal_posterior = posterior<adjusted_side, ordinal_prior<P>, ordinal_rows<cased_rows<S>>>;

/// Of K categories, each of which has data. `side` is the likelihood of one row. One pass.
export template <Likelihood Side, Prior P, RowSource S>
posterior<Side, ordinal_prior<P>, ordinal_rows<S>> ordinal_of(Side side, P prior, S rows, std::size_t categories) {
    ordinal_rows<S> sides(std::move(rows), categories);
    vector counts = sides.counts();
    return {std::move(side), ordinal_prior<P>(std::move(prior), std::move(counts)), std::move(sides)};
}

/// The posterior of θ = (β, c): `prior` is that of the D coefficients, the cutpoints' is flat. Targets are 0, …, K − 1, and each category has
/// data. Two passes. Throws `invalid_argument` for others.
export template <Prior P, RowSource S>
ordinal_posterior<P, S> ordinal(P prior, S rows) {
    std::size_t const categories = count_categories(rows);
    return ordinal_of(logistic{}, std::move(prior), std::move(rows), categories);
}

/// The same of data with offsets and weights (`rows_with_cases`): a target is the category, o and ω. Each category has data of some weight.
export template <Prior P, RowSource S>
adjusted_ordinal_posterior<P, S> ordinal(P prior, cased_rows<S> rows) {
    std::size_t const categories = count_categories(rows);
    return ordinal_of(adjusted_side(binomial{}), std::move(prior), std::move(rows), categories);
}

}  // namespace firefly
