module;
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

/// How many of the first `count` bits are set.
std::size_t ones(std::uint64_t word, std::size_t count) {
    return static_cast<std::size_t>(std::popcount(count < 64 ? word & ((std::uint64_t{1} << count) - 1) : word));
}

}  // namespace

ordinal_index::ordinal_index(row_index data, std::vector<std::uint64_t> two) : two_(std::move(two)) {
    before_.push_back(0);
    for (std::size_t w = 0; w < two_.size(); ++w)
        before_.push_back(before_.back() + std::min<row_index>(64, data - 64 * w) + ones(two_[w], 64));
    std::size_t w = 0;
    for (row_index first = 0; first < rows(); first += block_rows) {
        while (before_[w + 1] <= first) ++w;
        word_.push_back(w);
    }
    word_.push_back(two_.size() - 1);
}

row_index ordinal_index::first_row(row_index datum) const {
    std::size_t const w = datum / 64;
    return w < two_.size() ? before_[w] + datum % 64 + ones(two_[w], datum % 64) : rows();
}

ordinal_place ordinal_index::place(row_index row) const {
    std::size_t const b = row / block_rows;
    auto const from = before_.begin() + static_cast<std::ptrdiff_t>(word_[b]),
               to = before_.begin() + static_cast<std::ptrdiff_t>(word_[b + 1]);
    auto const w = static_cast<std::size_t>(std::upper_bound(from, to + 1, row) - before_.begin()) - 1;
    row_index const rest = row - before_[w];
    std::size_t n = 0;  // the last of 64 data that has no more rows before it
    for (std::size_t step = 32; step > 0; step /= 2)
        if (n + step + ones(two_[w], n + step) <= rest) n += step;
    return {64 * w + n, rest > n + ones(two_[w], n)};
}

std::vector<row_index>& requested_data() {
    thread_local std::vector<row_index> data;
    return data;
}

void check_category(double target, std::size_t categories, row_index row) {
    if (!(target >= 0 && target < static_cast<double>(categories)) || target != std::floor(target))
        throw invalid_argument(
            fmt::format("ordinal_rows: the target of row {} is {}; give categories 0, 1, …, {}", row, target, categories - 1));
}

void check_target_numbers(std::size_t numbers) {
    if (numbers != 1 && numbers != 3)
        throw invalid_argument(
            fmt::format("ordinal_rows: targets have {} numbers; give the category alone, or with an offset and a weight", numbers));
}

void check_case(double offset, double weight, row_index row) {
    if (!std::isfinite(offset))
        throw invalid_argument(fmt::format(
            "ordinal_rows: the offset of row {} is {}; it must be finite, and exposures must be positive", row, offset));
    if (!(weight >= 0) || !std::isfinite(weight))
        throw invalid_argument(
            fmt::format("ordinal_rows: the weight of row {} is {}; it must be finite and not negative", row, weight));
}

void check_categories(std::size_t categories) {
    if (categories < 2)
        throw invalid_argument(fmt::format("ordinal_rows: there must be at least two categories, got {}", categories));
}

}  // namespace firefly
