/// The prior's scale by held-out score, as in Maclaurin & Adams 2014, section 4: what `--prior-scale auto` does.
///
/// One row of every five, drawn by the seed, is held out; for each scale of a grid the maximum of the posterior of the others is found,
/// and the log likelihood of the held-out rows there is its score. The best scale then serves for all rows. From narrow to wide,
/// and from one maximum to the next by a step of Newton's that reads no data: only the prior's part of gradient and curvature changes.
/// Where that step is short the maximum is known without a pass; where it is not, the search for it starts there.
module;
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

export module firefly.program.setup:prior_scale;

import firefly;
import firefly.program.input;
import :chosen_rows;

namespace firefly::program {

/// Half decades: beyond these a prior is a point, or flat.
export inline constexpr std::array scales_to_try{0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0};

export struct scale_score {
    double scale;
    std::optional<double> score;  // mean log likelihood of a held-out row; nothing where the posterior has no maximum to be found
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

/// One row of every five, and of the last ones if there are fewer, by chance.
split_rows split(row_index rows, std::uint64_t seed);

/// How far the maximum moves when the prior is another.
struct prior_move {
    vector step;
    double squared_length = infinity;  // in posterior standard deviations
};

/// By one step of Newton's method; `before` and `after` are the Gaussian parts of the priors at θ*.
prior_move move_to_prior(anchor const& at, quadratic const& before, quadratic const& after);

/// Throws `invalid_argument` for fewer than ten rows.
void check_enough(row_index rows);

/// The narrowest scale whose score is the best, or as good: a tenth less for all held-out rows together is within what the search itself
/// leaves open, and with many rows all but the narrowest are. Throws `numerical_error` where no scale has a score.
double best_of(std::vector<scale_score> const& scores, row_index held_out);

/// Σ log likelihood of all rows at θ.
template <Likelihood L>
double log_likelihood(L const& likelihood, chosen_rows const& rows, vector_view theta) {
    return sum_over_blocks(rows, 0.0, [&](double& sum, row_block const& block) {
        std::vector<double> eta(block.target.size() * likelihood.width()), values(block.target.size());
        predict(block.rows, theta, eta);
        likelihood.log_likelihood(block.target, eta, values);
        for (double const value : values) sum += value;
    });
}

/// `make_prior(scale)` makes the prior.
export template <Likelihood L, class MakePrior>
scale_search search_prior_scale(L const& likelihood, any_rows const& rows, std::uint64_t seed, MakePrior const& make_prior) {
    check_enough(rows.rows());
    auto [kept, held_out] = split(rows.rows(), seed);
    scale_search result;
    result.held_out = held_out.size();
    chosen_rows const training(rows, std::move(kept)), test(rows, std::move(held_out));
    // A hundredth of a posterior standard deviation off is near enough: see `best_of`.
    newton_settings const rough{.tolerance = 1e-4};
    constexpr double known = 0.01, near = 1;  // squared lengths of moves: no pass needed, worth starting from
    struct found {
        anchor at;
        decltype(make_prior(1)) prior;
    };
    std::optional<found> last;
    for (double const scale : scales_to_try) {
        auto const prior = make_prior(scale);
        try {
            vector theta;
            prior_move move;
            if (last) {
                vector_view const origin = as_view(last->at.theta);
                move = move_to_prior(last->at, last->prior.gaussian_part(origin), prior.gaussian_part(origin));
                theta = last->at.theta;
                if (move.squared_length < near) theta += move.step;
            }
            if (move.squared_length > known) {
                posterior const model(likelihood, prior, training);
                last = found{last ? climb_from(theta, model, rough) : find_map(model, rough), prior};
                result.passes += last->at.passes;
                theta = last->at.theta;
            }
            result.scores.push_back({scale, log_likelihood(likelihood, test, as_view(theta)) / static_cast<double>(test.rows())});
        } catch (numerical_error const&) { result.scores.push_back({scale, std::nullopt}); }
    }
    result.best = best_of(result.scores, result.held_out);
    return result;
}

}  // namespace firefly::program
