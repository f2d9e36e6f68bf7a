module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_set>
#include <utility>
#include <vector>

module firefly.data;

import firefly.core;
import firefly.files;

namespace firefly {

merged_rows merge_equal_rows(matrix const& features, vector const& target, vector const& weight) {
    std::size_t const rows = features.shape(0), columns = features.shape(1);
    auto const row = [&](std::size_t n) { return features.data() + n * columns; };
    auto const hash = [&](std::size_t n) {
        checksum sum;
        sum.add(target(n) + 0.0);  // −0 becomes 0
        for (std::size_t j = 0; j < columns; ++j) sum.add(row(n)[j] + 0.0);
        return static_cast<std::size_t>(sum.value());
    };
    auto const equal = [&](std::size_t a, std::size_t b) {
        return target(a) == target(b) && std::equal(row(a), row(a) + columns, row(b));
    };
    std::unordered_set<std::size_t, decltype(hash), decltype(equal)> different(rows / 2, hash, equal);
    std::vector<std::size_t> first;
    std::vector<std::size_t> place(rows);
    for (std::size_t n = 0; n < rows; ++n) {
        auto const [found, is_new] = different.insert(n);
        if (is_new) {
            place[n] = first.size();
            first.push_back(n);
        } else {
            place[n] = place[*found];
        }
    }
    merged_rows result{zeros(first.size(), columns), zeros(first.size()), zeros(first.size())};
    for (std::size_t i = 0; i < first.size(); ++i) {
        std::copy_n(row(first[i]), columns, result.features.data() + i * columns);
        result.target(i) = target(first[i]);
    }
    for (std::size_t n = 0; n < rows; ++n) result.weight(place[n]) += weight.size() > 0 ? weight(n) : 1;
    return result;
}

}  // namespace firefly
