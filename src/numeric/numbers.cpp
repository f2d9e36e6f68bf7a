module;
#include <algorithm>
#include <cstddef>

#include "lanes.hpp"

module firefly.numeric;

namespace firefly {

namespace {

FIREFLY_VECTORISED void fill_log_factors(vector_view gap, vector_out out) {
    lanes const near = lanes::every(2), tiny = lanes::every(1e-300);
    for (std::size_t i = 0; i < gap.size(); i += lane_count) {
        std::size_t const count = std::min(lane_count, gap.size() - i);
        lanes const x = load(&gap[i], count, 1), small = largest(least(x, near), tiny);
        // Not small + small²·…: where the square underflows the processor takes a hundred times as long.
        lanes const of_small = log_of(small * (1.0 + small * expm1_minus_over_square(small)));
        lanes result = select(x < tiny, lanes::every(-infinity), of_small);
        if (any(x > 2)) result = select(x > 2, x + log1p_of(-exp_of(-largest(x, near))), result);  // seldom
        store(result, &out[i], count);
    }
}

/// What is no number, or infinite, stays so when zero takes its place as a factor.
FIREFLY_VECTORISED bool are_all_finite(double const* values, std::size_t size) {
    lanes sums = lanes::every(0);
    std::size_t i = 0;
    for (; i + lane_count <= size; i += lane_count) sums = sums + 0.0 * load(values + i);
    return sum(sums + 0.0 * load(values + i, size - i)) == 0;
}

}  // namespace

bool are_finite(vector_view values) {
    return are_all_finite(values.data(), values.size());
}

void log_bright_factors(vector_view gap, vector_out out) {
    fill_log_factors(gap, out);
}

}  // namespace firefly
