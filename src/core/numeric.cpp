module;
#include <algorithm>
#include <cstddef>

#include "../lanes.hpp"

module firefly.core;

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

}  // namespace

void log_bright_factors(vector_view gap, vector_out out) {
    fill_log_factors(gap, out);
}

}  // namespace firefly
