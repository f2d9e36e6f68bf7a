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
import firefly.teams;

namespace firefly {

namespace {

double longest_of(row_share const& part, std::function<double(row_index)> const& length) {
    double longest = 0;
    for (row_index n = part.first; n < part.last; ++n) {
        double const value = length(n);
        if (!(value >= 0) || !std::isfinite(value))
            throw invalid_argument(
                fmt::format("poisson_clock: segment {} has length {}; lengths are finite and not negative", n, value));
        longest = std::max(longest, value);
    }
    return std::ranges::max(part.gather(std::vector{longest}));
}

}  // namespace

poisson_clock::poisson_clock(std::span<double const> lengths)
    : poisson_clock({0, lengths.size(), lengths.size()}, [&](row_index n) { return lengths[n]; }) {}

poisson_clock::poisson_clock(row_share const& part, std::function<double(row_index)> const& length) {
    double const longest = longest_of(part, length);
    table made;
    // As fine as 32 bits allow for the sum of a run, and so that the sum of all is a whole number that a double can hold.
    constexpr double most = std::numeric_limits<std::uint32_t>::max() / run - 1;
    double const least = std::max(sum_over_shares(part, length) * 0x1p-51, std::numeric_limits<double>::min());
    made.unit = longest > 0 ? std::max(longest / most, least) : 1;
    made.group_size = part.parts ? table_of_ends::page_size : run;  // in a team as many as are read from others at a time

    std::vector<std::uint32_t> ends;
    std::vector<std::uint64_t> sums;  // of each group
    ends.reserve(part.size() + run);
    for (row_index n = part.first; n < part.last; ++n) {
        if (part.place(n) % made.group_size == 0) sums.push_back(0);
        auto const units = static_cast<std::uint32_t>(std::ceil(length(n) / made.unit));
        ends.push_back(part.place(n) % run == 0 ? units : ends.back() + units);
        sums.back() += units;
    }
    while (ends.size() % run != 0) ends.push_back(ends.back());
    made.ends = {part, std::move(ends)};
    made.begins.push_back(0);
    for (std::uint64_t const sum : part.gather(std::move(sums))) made.begins.push_back(made.begins.back() + sum);

    double const end = static_cast<double>(made.begins.back());
    std::size_t const groups = made.begins.size() - 1;
    made.total = end * made.unit;
    made.cells_per_unit = end > 0 ? static_cast<double>(groups) / end : 0;
    // One more than there are cells: a point just below the end may be rounded into it.
    made.guide.resize(groups + 1);
    std::size_t group = 0;
    for (std::size_t i = 0; i <= groups; ++i) {
        // A rounding early rather than late: the search goes forwards only.
        double const begin = (static_cast<double>(i) - 1e-6) / static_cast<double>(groups) * end;
        while (group + 1 < groups && static_cast<double>(made.begins[group + 1]) <= begin) ++group;
        made.guide[i] = static_cast<std::uint32_t>(group);
    }
    table_ = std::make_shared<table const>(std::move(made));
}

}  // namespace firefly
