module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

/// The largest shares first; rows in order where they are equal.
std::vector<std::pair<std::uint64_t, double>> leading(std::vector<std::pair<std::uint64_t, double>> rows, std::size_t most) {
    std::ranges::sort(rows,
                      [](auto const& a, auto const& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
    rows.resize(std::min(rows.size(), most));
    return rows;
}

}  // namespace

void bright_counts::forget_rarer() {
    std::vector<std::uint64_t> all;
    for (auto const& [row, count] : counts_) all.push_back(count);
    auto const middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::ranges::nth_element(all, middle);
    std::erase_if(counts_, [most = *middle](auto const& entry) { return entry.second <= most; });
}

std::string bright_counts::in_words(std::size_t most, std::function<row_index(row_index)> const& datum) const {
    std::unordered_map<row_index, std::uint64_t> counts;
    for (auto const& [row, count] : counts_) {
        auto& of_datum = counts[datum ? datum(row) : row];
        of_datum = std::max(of_datum, count);
    }
    std::vector<std::pair<std::uint64_t, double>> rows;
    for (auto const& [row, count] : counts) rows.emplace_back(row + 1, static_cast<double>(count) / static_cast<double>(draws_));
    std::string result;
    for (auto const& [row, share] : leading(std::move(rows), most))
        result += fmt::format("{}{}:{:.4g}", result.empty() ? "" : " ", row, share);
    return result.empty() ? "none" : result;
}

std::vector<std::pair<std::uint64_t, double>> brightest_rows(std::string const& fact) {
    std::map<std::uint64_t, double> shares;
    double chains = 1;
    for (std::size_t start = 0; start < fact.size();) {
        std::size_t const end = std::min(fact.find(' ', start), fact.size());
        std::string const entry = fact.substr(start, end - start);
        start = end + 1;
        if (entry == "|") ++chains;
        auto const colon = entry.find(':');
        if (colon == std::string::npos) continue;
        auto const row = parse_number(entry.substr(0, colon)), share = parse_number(entry.substr(colon + 1));
        if (row && share && *row >= 1 && *row < 0x1p53) shares[static_cast<std::uint64_t>(*row)] += *share;
    }
    std::vector<std::pair<std::uint64_t, double>> rows(shares.begin(), shares.end());
    for (auto& [row, share] : rows) share /= chains;
    return leading(std::move(rows), 50);
}

}  // namespace firefly::program
