module;
#include <algorithm>
#include <cstddef>
#include <limits>

#include "lanes.hpp"

module firefly.numeric;

namespace firefly {

namespace {

FIREFLY_VECTORISED void fill_factors(vector_view gap, vector_out factor, vector_out log_factor) {
    lanes const near = lanes::every(2), tiny = lanes::every(1e-300), none = lanes::every(0);
    for (std::size_t i = 0; i < gap.size(); i += lane_count) {
        std::size_t const count = std::min(lane_count, gap.size() - i);
        lanes const x = load(&gap[i], count, 1), small = largest(least(x, near), tiny);
        // Not small + small²·…: where the square underflows the processor takes a hundred times as long.
        lanes const of_small = small * (1.0 + small * expm1_minus_over_square(small));
        lanes plain = select(x < tiny, none, of_small), result = select(x < tiny, lanes::every(-infinity), log_of(of_small));
        if (any(x > 2)) {  // seldom
            lanes const far = largest(x, near);
            plain = select(x > 2, select(far > 709, lanes::every(infinity), exp_of(far) - 1.0), plain);
            result = select(x > 2, x + log1p_of(-exp_of(-far)), result);
        }
        store(plain, &factor[i], count);
        store(result, &log_factor[i], count);
    }
}

FIREFLY_VECTORISED void fill_gaps(vector_view factor, vector_out gap) {
    for (std::size_t i = 0; i < gap.size(); i += lane_count) {
        std::size_t const count = std::min(lane_count, gap.size() - i);
        lanes const known = load(&gap[i], count);
        store(select(known < lanes::every(std::numeric_limits<double>::lowest()), log1p_of(load(&factor[i], count)), known),
              &gap[i], count);
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

void bright_factors(vector_view gap, vector_out factor, vector_out log_factor) {
    fill_factors(gap, factor, log_factor);
}

void gaps_of_factors(vector_view factor, vector_out gap) {
    fill_gaps(factor, gap);
}

}  // namespace firefly
