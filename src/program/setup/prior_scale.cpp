module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;

namespace firefly::program {

split_rows split(row_index rows, std::uint64_t seed) {
    constexpr row_index group = 5;
    split_rows result;
    random_source random({.seed = seed, .chain = 1, .use = purpose::data});  // chain 0 makes synthetic data
    for (row_index first = 0; first < rows; first += group) {
        row_index const size = std::min(group, rows - first), out = random.pick(size);
        for (row_index i = 0; i < size; ++i) (i == out ? result.held_out : result.kept).push_back(first + i);
    }
    return result;
}

prior_move move_to_prior(anchor const& at, quadratic const& before, quadratic const& after) try {
    auto const factor = [&] {
        if (at.precision.is_sparse()) {
            sparse_symmetric sum = before.sparse_precision();
            sum *= -1;
            sum += after.sparse_precision();
            return cholesky(sum += at.precision.sparse());
        }
        matrix precision = after.precision() - before.precision();
        matrix_view const lower(at.precision.lower());
        for (std::size_t i = 0; i < lower.rows; ++i)
            for (std::size_t j = 0; j < lower.rows; ++j) precision(i, j) += dot(lower.row(i), lower.row(j));
        return cholesky(std::move(precision));
    };
    vector const gradient = after.gradient() - before.gradient();  // that of the whole vanishes at θ*
    prior_move move{gradient};
    factor().solve(as_out(move.step));
    move.squared_length = dot(as_view(move.step), as_view(gradient));
    return move;
} catch (numerical_error const&) {
    return {};  // not concave without the old prior: no guess
}

void check_enough(row_index rows) {
    constexpr row_index least = 10;
    if (rows < least)
        throw invalid_argument(fmt::format("--prior-scale auto: {} rows are too few to hold some out; give a number", rows));
}

double best_of(std::vector<scale_score> const& scores, row_index held_out) {
    auto const best = std::ranges::max_element(scores, {}, &scale_score::score);  // no score is less than any
    if (!best->score) throw numerical_error("--prior-scale auto: the posterior has no maximum with any scale; give a number");
    double const enough = *best->score - 0.1 / static_cast<double>(held_out);
    return std::ranges::find_if(scores, [&](scale_score const& s) { return s.score >= enough; })->scale;
}

}  // namespace firefly::program
