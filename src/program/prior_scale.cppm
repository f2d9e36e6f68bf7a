/// The prior's scale by held-out score, as in Maclaurin & Adams 2014, section 4: what `--prior-scale auto` does.
///
/// One row of every five, drawn by the seed, is held out; for each scale of a grid the maximum of the posterior of the others is found,
/// and the log likelihood of the held-out rows there is its score. The best scale then serves for all rows. From narrow to wide,
/// each maximum a start for the next: with many rows these lie close together, and one or two passes each suffice.
module;
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

export module firefly.program:prior_scale;

import firefly;
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

/// Throws `invalid_argument` for fewer than ten rows.
void check_enough(row_index rows);

/// The scale of the best score. Throws `numerical_error` where no scale has one.
double best_of(std::vector<scale_score> const& scores);

/// Σ log likelihood of all rows at θ.
template <Likelihood L>
double log_likelihood(L const& likelihood, chosen_rows const& rows, vector_view theta) {
    std::vector<double> eta(block_rows * likelihood.width()), value(block_rows);
    return sum_over_blocks(rows, 0.0, [&](double& sum, row_block const& block) {
        std::size_t const size = block.target.size();
        predict(block.rows, theta, vector_out(eta).first(size * likelihood.width()));
        likelihood.log_likelihood(block.target, vector_out(eta).first(size * likelihood.width()), vector_out(value).first(size));
        for (std::size_t i = 0; i < size; ++i) sum += value[i];
    });
}

/// `make_prior(scale)` makes the prior.
export template <Likelihood L, class MakePrior>
scale_search search_prior_scale(L const& likelihood, dense_rows const& rows, std::uint64_t seed, MakePrior const& make_prior) {
    check_enough(rows.rows());
    auto [kept, held_out] = split(rows.rows(), seed);
    scale_search result;
    result.held_out = held_out.size();
    chosen_rows const training(rows, std::move(kept)), test(rows, std::move(held_out));
    // The score need not be known better than to a hundredth: a tenth of a posterior standard deviation off is near enough.
    newton_settings const rough{.tolerance = 1e-4};
    std::optional<vector> start;
    for (double const scale : scales_to_try) {
        posterior const model(likelihood, make_prior(scale), training);
        try {
            anchor const at = start ? climb_from(*start, model, rough) : find_map(model, rough);
            result.passes += at.passes;
            start = at.theta;
            result.scores.push_back(
                {scale, log_likelihood(likelihood, test, as_view(at.theta)) / static_cast<double>(test.rows())});
        } catch (numerical_error const&) { result.scores.push_back({scale, std::nullopt}); }
    }
    result.best = best_of(result.scores);
    return result;
}

}  // namespace firefly::program
