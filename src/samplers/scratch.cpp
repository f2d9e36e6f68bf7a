module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void check_dimension(std::size_t given, std::size_t needed) {
    if (given != needed)
        throw invalid_argument(fmt::format("start: theta has {} numbers but the model has {} parameters", given, needed));
}

void check_start(point const& start) {
    if (start.log_density == -infinity)
        throw invalid_argument("start: the density is zero there; start nearer to the maximum of the posterior");
}

void check_saved(density_state const& saved, row_index rows, std::size_t width, std::size_t regions, bool may_be_exempt,
                 std::size_t scales) {
    // An exempt datum has an infinite gap.
    auto const are_numbers_or_exempt = [&](vector_view values) {
        return may_be_exempt ? std::ranges::none_of(values, [](double x) { return std::isnan(x) || x == -infinity; })
                             : are_finite(values);
    };
    std::size_t const bright = saved.bright.size();
    std::vector<row_index> sorted = saved.bright;
    std::ranges::sort(sorted);
    bool const are_rows = std::ranges::adjacent_find(sorted) == sorted.end() && (sorted.empty() || sorted.back() < rows);
    bool const fit = saved.bright_values.delta.size() == bright * width && saved.bright_values.gap.size() == bright &&
                     saved.bright_values.factor.size() == bright && saved.bright_values.log_factor.size() == bright &&
                     saved.current.region < regions && saved.log_scales.size() == scales &&
                     (saved.gradient.empty() || saved.gradient.size() == saved.current.theta.size());
    bool const are_numbers = are_finite(as_view(saved.current.theta)) && std::isfinite(saved.current.log_density) &&
                             are_finite(saved.bright_values.delta) && are_numbers_or_exempt(saved.bright_values.gap) &&
                             are_numbers_or_exempt(saved.bright_values.log_factor) && are_finite(saved.gradient) &&
                             are_finite(saved.log_scales) &&
                             std::ranges::none_of(saved.bright_values.gap, [](double gap) { return gap < 0; }) &&
                             std::ranges::all_of(saved.bright_values.factor, [](double factor) { return factor >= 0; });
    if (!are_rows || !fit || !are_numbers)
        throw invalid_argument(fmt::format(
            "saved state: it is not one of this model and its {} rows; resume with the data and the bound it was saved with",
            rows));
}

}  // namespace firefly
