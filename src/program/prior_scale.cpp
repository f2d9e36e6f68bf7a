module;
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

module firefly.program;

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

void check_enough(row_index rows) {
    constexpr row_index least = 10;
    if (rows < least)
        throw invalid_argument(fmt::format("--prior-scale auto: {} rows are too few to hold some out; give a number", rows));
}

double best_of(std::vector<scale_score> const& scores) {
    auto const best = std::ranges::max_element(scores, {}, &scale_score::score);  // no score is less than any
    if (!best->score) throw numerical_error("--prior-scale auto: the posterior has no maximum with any scale; give a number");
    return best->scale;
}

}  // namespace firefly::program
