module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;

namespace firefly {

case_layout::case_layout(std::size_t columns, std::vector<case_number> numbers) : columns_(columns), numbers_(std::move(numbers)) {
    for (auto const& number : numbers_)
        if (number.column && *number.column >= columns_)
            throw invalid_argument(
                fmt::format("case_layout: a number of column {} behind the features, counted from 0, where there are {}",
                            *number.column, columns_));
}

double case_layout::number(std::size_t k, double const* behind) const {
    auto const& [column, otherwise, is_log] = numbers_[k];
    double const value = column ? behind[*column] : otherwise;
    return is_log ? portable::log(value) : value;
}

/// From one number per row to all of them, in place: from the last row to the first, so that none is overwritten before it was moved.
template <class Behind>
void case_layout::spread(std::vector<double>& target, std::size_t rows, Behind const& behind) const {
    std::size_t const width = 1 + numbers_.size();
    for (std::size_t i = rows; i-- > 0;) {
        double const happened = target[i];
        for (std::size_t k = 0; k < numbers_.size(); ++k) target[i * width + 1 + k] = number(k, behind(i));
        target[i * width] = happened;
    }
}

row_block case_layout::block(row_block const& from, block_buffer& buffer) const {
    if (is_empty()) return from;
    auto const [elements, rows, all] = from.rows.common;
    std::size_t const features = all - columns_;
    bool const is_own = from.target.data() == buffer.target.data();
    buffer.target.resize(rows * (1 + numbers_.size()));
    if (!is_own) std::ranges::copy(from.target, buffer.target.begin());
    spread(buffer.target, rows, [&](std::size_t i) { return from.rows.common.row(i).data() + features; });
    // Where the source has used the buffer, rows move towards its front: none is overwritten before it was moved.
    if (elements != buffer.rows.data()) buffer.rows.resize(rows * features);
    for (std::size_t i = 0; i < rows; ++i) std::copy_n(from.rows.common.row(i).data(), features, buffer.rows.data() + i * features);
    return {from.first, feature_rows(matrix_view(buffer.rows.data(), rows, features), from.rows.before, from.rows.groups),
            buffer.target};
}

void case_layout::collect(packed_rows& rows, std::size_t features) const {
    if (!is_empty()) spread(rows.target, rows.size(), [&](std::size_t i) { return rows.row(i).data() + features; });
}

void check_columns(std::size_t columns, case_layout const& cases) {
    if (columns <= cases.columns())
        throw invalid_argument(
            fmt::format("cased_rows: {} columns, {} of which are case numbers: no feature is left", columns, cases.columns()));
}

cased_rows<dense_rows> rows_with_cases(matrix features, vector target, case_columns const& cases) {
    std::size_t const rows = features.shape(0), columns = features.shape(1);
    std::vector<vector const*> behind;
    std::vector<case_number> numbers;
    auto const add = [&](char const* name, vector const& column, double otherwise) {
        numbers.push_back({.otherwise = otherwise});
        if (column.size() == 0) return;
        if (column.size() != rows)
            throw invalid_argument(
                fmt::format("rows_with_cases: {} numbers of {} for {} rows; give one per row", column.size(), name, rows));
        numbers.back().column = behind.size();
        behind.push_back(&column);
    };
    if (cases.trials.size() > 0) add("trials", cases.trials, 1);
    if (cases.offset.size() + cases.weight.size() > 0) {
        add("offset", cases.offset, 0);
        add("weight", cases.weight, 1);
    }
    auto all = matrix::from_shape({rows, columns + behind.size()});
    for (std::size_t i = 0; i < rows; ++i) {
        std::copy_n(features.data() + i * columns, columns, all.data() + i * all.shape(1));
        for (std::size_t k = 0; k < behind.size(); ++k) all(i, columns + k) = (*behind[k])(i);
    }
    return cased_rows(dense_rows(std::move(all), std::move(target)), case_layout(behind.size(), std::move(numbers)));
}

}  // namespace firefly
