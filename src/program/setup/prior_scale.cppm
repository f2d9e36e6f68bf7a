/// The prior's scale by held-out score, as in Maclaurin & Adams 2014, section 4: what `--prior-scale auto` does.
///
/// One row of every five, chosen by the seed, is held out. For each scale of a grid, the score is the log likelihood of the held-out rows at
/// the maximum of the posterior given the other rows. The scale with the best score is then used with all rows. Scales are tried from narrow
/// to wide. From one maximum to the next leads a Newton step that reads no data, because only the prior's part of gradient and curvature
/// changes. If that step is short, it ends at the maximum without a pass over the data; otherwise the search starts from there.
module;
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

export module firefly.program.setup:prior_scale;

import firefly.external;
import firefly;
import firefly.program.input;
import :chosen_rows;

namespace firefly::program {

/// Half decades. Beyond these a prior is practically a point, or flat.
export inline constexpr std::array scales_to_try{0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0};

export struct scale_score {
    double scale;
    std::optional<double> score;  // mean log likelihood per held-out row; empty if no maximum was found
};

export struct scale_search {
    std::vector<scale_score> scores;
    double best = 0;
    std::size_t passes = 0;  // over the rows that are not held out
    row_index held_out = 0;
};

struct split_rows {
    std::vector<row_index> kept, held_out;
};

/// Holds out one random row of each group of five; the last group may be smaller.
split_rows split(row_index rows, std::uint64_t seed);

/// How far the maximum moves when the prior changes.
struct prior_move {
    vector step;
    double squared_length = infinity;  // in posterior standard deviations
};

/// By one Newton step. `before` and `after` are the Gaussian parts of the two priors at θ*.
prior_move move_to_prior(anchor const& at, quadratic const& before, quadratic const& after);

/// Throws `invalid_argument` for fewer than ten rows.
void check_enough(row_index rows);

/// The narrowest scale whose total score over all held-out rows is within 0.1 of the best: the search is no more accurate than that, and
/// with many rows all but the narrowest scales are. Throws `numerical_error` if no scale has a score.
double best_of(std::vector<scale_score> const& scores, row_index held_out);

/// Σ log likelihood of all rows at θ.
template <Likelihood L, RowSource Rows>
double log_likelihood(L const& likelihood, Rows const& rows, vector_view theta) {
    return sum_over_blocks(rows, 0.0, [&](double& sum, row_block const& block) {
        std::vector<double> eta(block.rows.rows * likelihood.width()), values(block.rows.rows);
        predict(block.rows, theta, eta);
        likelihood.log_likelihood(block.target, eta, values);
        for (double const value : values) sum += value;
    });
}

/// Fitted to some rows and scored by others: `prior(scale)`, `model(prior)` of the former, and at θ the `score` of the latter, the mean log
/// likelihood per row.
template <Likelihood L, class MakePrior>
class regression_split {
public:
    regression_split(L likelihood, chosen_rows training, chosen_rows test, MakePrior const& make_prior)
        : likelihood_(std::move(likelihood)), training_(std::move(training)), test_(std::move(test)), make_prior_(&make_prior) {}

    auto prior(double scale) const { return (*make_prior_)(scale); }
    template <Prior P>
    auto model(P const& prior) const {
        return posterior(likelihood_, prior, training_);
    }
    double score(vector_view theta) const { return log_likelihood(likelihood_, test_, theta) / static_cast<double>(test_.rows()); }

private:
    L likelihood_;
    chosen_rows training_, test_;
    MakePrior const* make_prior_;
};

/// `make_split(training, test)` makes a split.
template <class MakeSplit>
scale_search search_prior_scale(any_rows const& rows, std::uint64_t seed, MakeSplit const& make_split) {
    check_enough(rows.rows());
    auto [kept, held_out] = split(rows.rows(), seed);
    scale_search result;
    result.held_out = held_out.size();
    auto const parts = make_split(chosen_rows(rows, std::move(kept)), chosen_rows(rows, std::move(held_out)));
    // Within a hundredth of a posterior standard deviation is close enough: see `best_of`.
    newton_settings const rough{.tolerance = 1e-4};
    constexpr double known = 0.01, near = 1;  // squared lengths: no pass is needed; the end is a good start
    struct found {
        anchor at;
        decltype(parts.prior(1)) prior;
    };
    std::optional<found> last;
    for (double const scale : scales_to_try) {
        auto const prior = parts.prior(scale);
        try {
            vector theta;
            prior_move move;
            if (last) {
                vector_view const origin = as_view(last->at.theta);
                move = move_to_prior(last->at, last->prior.gaussian_part(origin), prior.gaussian_part(origin));
                theta = last->at.theta;
                if (move.squared_length < near && is_possible(prior, as_view(vector(theta + move.step)))) theta += move.step;
            }
            if (move.squared_length > known) {
                auto const model = parts.model(prior);
                last = found{last ? climb_from(theta, model, rough) : find_map(model, rough), prior};
                result.passes += last->at.passes;
                theta = last->at.theta;
            }
            result.scores.push_back({scale, parts.score(as_view(theta))});
        } catch (numerical_error const&) { result.scores.push_back({scale, std::nullopt}); }
    }
    result.best = best_of(result.scores, result.held_out);
    return result;
}

/// `make_prior(scale)` makes the prior.
export template <Likelihood L, class MakePrior>
scale_search search_prior_scale(L const& likelihood, any_rows const& rows, std::uint64_t seed, MakePrior const& make_prior) {
    return search_prior_scale(rows, seed, [&](chosen_rows training, chosen_rows test) {
        return regression_split(likelihood, std::move(training), std::move(test), make_prior);
    });
}

}  // namespace firefly::program
