module;
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.tables;

import :cells;

namespace firefly {

namespace {

/// Insertions, deletions and substitutions that lead from one word to the other (Levenshtein 1966), a row of the table at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            std::size_t const substitution = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = std::min({substitution, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view wanted, std::span<std::string const> names) {
    std::optional<std::string> best;
    std::size_t least = std::max<std::size_t>(1, wanted.size() / 3) + 1;
    for (auto const& name : names) {
        constexpr std::size_t longest_compared = 64;  // the table is quadratic in the length
        if (name.size() > longest_compared || wanted.size() > longest_compared) continue;
        std::size_t const distance = edit_distance(lower_case(wanted), lower_case(name));
        if (distance < least && distance < name.size()) {
            least = distance;
            best = name;
        }
    }
    return best;
}

}  // namespace firefly
