module;
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

module firefly.teams;

import firefly.core;

namespace firefly {

double sum_over_shares(row_share const& part, std::function<double(row_index)> const& value) {
    std::vector<double> sums;
    for (row_index first = part.first; first < part.last; first += block_rows) {
        double sum = 0;
        for (row_index n = first; n < std::min(first + block_rows, part.last); ++n) sum += value(n);
        sums.push_back(sum);
    }
    double total = 0;
    for (double const sum : part.gather(std::move(sums))) total += sum;
    return total;
}

}  // namespace firefly
