/// Where the columns of a source lie, and how widely they spread: those that are numbers, not the levels of groups.
///
/// Distances are taken from the first row, so that columns far from zero (timestamps, 10⁹ + x) lose no digits. The centre of a column is its
/// mean, rounded to a multiple of 2^(e − 20) where 2^e is the range of the column rounded down: a millionth. So a whole number that is added to
/// a column of whole numbers is added to its centre exactly, and x − centre stays the same to the last bit. With the mean itself, whose
/// rounding error grows with the number, it would not; two doubles for each mean would do, too, and make every reading of a row longer.
/// Cost: O(D) per row and pass.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

module firefly.program.input:column_moments;

import firefly;

namespace firefly::program {

/// Of every column: sums and extremes of the distance x − origin.
struct column_distances {
    vector sum, squares, least, most;

    explicit column_distances(std::size_t columns)
        : sum(zeros(columns)), squares(zeros(columns)), least(zeros(columns)), most(zeros(columns)) {
        std::ranges::fill(least, infinity);
        std::ranges::fill(most, -infinity);
    }

    void add(matrix_view rows, vector const& origin) {
        double const* const from = origin.data();
        double *const sums = sum.data(), *const square = squares.data(), *const low = least.data(), *const high = most.data();
        for (std::size_t i = 0; i < rows.rows; ++i) {
            auto const row = rows.row(i);
            for (std::size_t j = 0; j < row.size(); ++j) {
                double const distance = row[j] - from[j];
                sums[j] += distance;
                square[j] += distance * distance;
                low[j] = std::min(low[j], distance);
                high[j] = std::max(high[j], distance);
            }
        }
    }
    column_distances& operator+=(column_distances const& other) {
        sum += other.sum;
        squares += other.squares;
        for (std::size_t j = 0; j < least.size(); ++j) {
            least(j) = std::min(least(j), other.least(j));
            most(j) = std::max(most(j), other.most(j));
        }
        return *this;
    }
    static auto members(auto& self) { return std::tie(self.sum, self.squares, self.least, self.most); }
};

/// One pass. Where processes share the rows: all of them together.
template <RowSource Source>
column_distances distances_from(vector const& origin, Source const& source) {
    return sum_over_blocks(source, column_distances(origin.size()),
                           [&](column_distances& sums, row_block const& block) { sums.add(block.rows.common, origin); });
}

struct column_centres {
    vector centre;
    std::vector<bool> constant;  // the same number in every row
};

/// One pass.
template <RowSource Source>
column_centres centres_of(Source const& source) {
    block_buffer buffer;
    vector centre = to_vector(source.block(0, buffer).rows.common.row(0));
    auto const from_first = distances_from(centre, source);
    std::vector<bool> constant;
    for (std::size_t j = 0; j < centre.size(); ++j) {
        double const range = from_first.most(j) - from_first.least(j);
        constant.push_back(range == 0);
        if (range == 0) continue;
        if (!std::isfinite(range)) {  // beyond arithmetic: such a column stays where it is
            centre(j) = 0;
            continue;
        }
        int const grain = std::ilogb(range) - 20;
        double const shift = from_first.sum(j) / static_cast<double>(source.rows());
        centre(j) += std::ldexp(std::nearbyint(std::ldexp(shift, -grain)), grain);
    }
    return {centre, constant};
}

/// Standard deviations, divided by N − 1 as in R, of columns about these centres. One pass.
template <RowSource Source>
vector deviations_of(Source const& source, vector const& centre) {
    auto const from_centre = distances_from(centre, source);
    auto const rows = static_cast<double>(source.rows());
    vector result = zeros(centre.size());
    for (std::size_t j = 0; j < result.size(); ++j) {
        double const off = from_centre.sum(j) / rows;  // from the centre to the mean
        result(j) = std::sqrt((from_centre.squares(j) - off * from_centre.sum(j)) / std::max(1.0, rows - 1));
    }
    return result;
}

}  // namespace firefly::program
