/// `firefly loo`: how well each row is predicted by a fit to all others, from the draws of a fit to all of them.
///
/// Leave-one-out cross-validation by importance sampling. A posterior without row i is the one with it over its likelihood, so draws of the latter
/// have weights w_s ∝ 1/L_i(θ_s), of which the largest are smoothed (`pareto_smoothing`):
///
///     elpd_i = log Σ_s w_s L_i(θ_s)/Σ_s w_s,     lppd_i = log mean_s L_i(θ_s),     p_i = lppd_i − elpd_i
///
/// elpd_loo = Σ_i elpd_i with the standard error √(N var elpd_i), p_loo = Σ_i p_i, looic = −2 elpd_loo. Where the shape k of a row's tail is above
/// `heaviest_tail`, that row's score cannot be relied upon. WAIC has p_i = var_s log L_i(θ_s) in place of that, and no such warning.
///
/// The relative efficiency of the draws, which decides how long tails are, is the mean over all parameters of effective draws over draws, as in ArviZ;
/// one for a single chain. L has all factors that depend on the target alone, as in `predict`, so that models of the same target compare.
///
/// A row of weight w counts as w equal rows of which one is left out: sums have w elpd_i, the weights of draws stay 1/L_i. Rows of weight 0 were not fitted,
/// and are passed over.
///
/// References: Vehtari, Gelman & Gabry (2017), *Practical Bayesian model evaluation using leave-one-out cross-validation and WAIC*, Statistics and
/// Computing 27; Watanabe (2010), JMLR 11. Cost: one pass over the rows, O(S (D + log-likelihood) + S + M^1.5) for each; memory O(2²⁰) numbers.
module;
#include <cstddef>
#include <string>
#include <vector>

export module firefly.program.after:loo;

import firefly;
import firefly.program.input;

namespace firefly::program {

/// Of one row.
export struct row_scores {
    double elpd = 0;      // left out
    double lppd = 0;      // fitted
    double shape = 0;     // k of the tail of its weights
    double variance = 0;  // of its log likelihood over draws
};

/// From the log likelihood of a row in all draws, each finite. `tail`: as in `smooth_weights`, which overwrites `work`.
export row_scores score_row(vector_view log_likelihood, std::size_t tail, std::vector<double>& work);

/// A sum over rows, with what its standard error needs. Weighted as rows are.
export struct row_sum {
    double weight = 0, mean = 0, squares = 0;  // of deviations from the mean

    void add(double value, double of_weight);
    inline double sum() const { return weight * mean; }
    double error() const;
};

/// Of all rows.
export struct loo_result {
    std::size_t rows = 0, draws = 0;
    double efficiency = 1;
    row_sum elpd = {}, p = {}, waic = {}, p_waic = {};
    std::size_t unreliable = 0;  // rows whose k is too large
    double worst = -infinity;    // the largest k
    std::size_t worst_row = 0;   // from 1

    void add(row_scores const& row, double weight, std::size_t number);
    double most() const { return heaviest_tail(draws); }
    std::string in_words() const;
};

/// Mean over parameters of effective draws over draws.
export double relative_efficiency(stored_draws const& draws);

/// Throws `data_error` for draws or rows that cannot be used, such as a row that is impossible in some draw.
export void leave_one_out(loo_options const& options);

}  // namespace firefly::program
