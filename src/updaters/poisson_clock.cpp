module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

module firefly.updaters;

import firefly.external;
import firefly.core;

namespace firefly {

poisson_clock::poisson_clock(std::span<double const> lengths)
    : poisson_clock(lengths.size(), [&](row_index n) { return lengths[n]; }) {}

poisson_clock::poisson_clock(row_index size, std::function<double(row_index)> const& length) {
    double longest = 0, sum = 0;
    for (row_index n = 0; n < size; ++n) {
        double const value = length(n);
        if (!(value >= 0) || !std::isfinite(value))
            throw invalid_argument(
                fmt::format("poisson_clock: segment {} has length {}; lengths are finite and not negative", n, value));
        longest = std::max(longest, value);
        sum += value;
    }
    table made;
    // As fine as 32 bits allow, and so that the sum of all is a whole number that a double can hold.
    constexpr double most = std::numeric_limits<std::uint32_t>::max() - 1;
    made.unit = longest > 0 ? std::max(longest / most, sum * 0x1p-51) : 1;
    std::size_t const groups = (size + group_size - 1) / group_size;
    made.lengths.reserve(size);
    made.begins.reserve(groups + 1);
    std::uint64_t edge = 0;
    for (row_index n = 0; n < size; ++n) {
        if (n % group_size == 0) made.begins.push_back(edge);
        made.lengths.push_back(static_cast<std::uint32_t>(std::ceil(length(n) / made.unit)));
        edge += made.lengths.back();
    }
    made.begins.push_back(edge);
    made.total = static_cast<double>(edge) * made.unit;
    made.guides_per_length = edge > 0 ? static_cast<double>(groups) / made.total : 0;
    // One more than there are cells: a point just below the end may be rounded into it.
    made.guide.resize(groups + 1);
    std::size_t group = 0;
    for (std::size_t i = 0; i <= groups; ++i) {
        // A rounding early rather than late: the search goes forwards only.
        double const begin = (static_cast<double>(i) - 1e-6) / static_cast<double>(groups) * static_cast<double>(edge);
        while (group + 1 < groups && static_cast<double>(made.begins[group + 1]) <= begin) ++group;
        made.guide[i] = static_cast<std::uint32_t>(group);
    }
    table_ = std::make_shared<table const>(std::move(made));
}

}  // namespace firefly
