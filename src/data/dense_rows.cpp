module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;

namespace firefly {

dense_rows::dense_rows(matrix features, vector target) : features_(std::move(features)), target_(std::move(target)) {
    if (rows() == 0 || columns() == 0)
        throw invalid_argument(
            fmt::format("dense_rows: features must have at least one row and one column, got {} x {}", rows(), columns()));
    if (target_.size() != rows())
        throw invalid_argument(
            fmt::format("dense_rows: {} rows of features but {} targets; give one target a row", rows(), target_.size()));
    for (row_index n = 0; n < rows(); ++n) {
        for (std::size_t d = 0; d < columns(); ++d)
            if (!std::isfinite(features_(n, d)))
                throw invalid_argument(
                    fmt::format("dense_rows: feature {} of row {} is {}; remove the row or fill the cell", d, n, features_(n, d)));
        if (!std::isfinite(target_(n)))
            throw invalid_argument(
                fmt::format("dense_rows: the target of row {} is {}; remove the row or fill the cell", n, target_(n)));
    }
}

dense_rows::dense_rows(data_set data) : dense_rows(std::move(data.features), std::move(data.target)) {}

row_block dense_rows::block(std::size_t i, block_buffer&) const {
    row_index const first = i * block_rows;
    std::size_t const size = std::min(block_rows, rows() - first);
    return {first, {features_.data() + first * columns(), size, columns()}, {target_.data() + first, size}};
}

void dense_rows::request(std::span<row_index const> indices, batch& rows) const {
    rows.resize(indices.size());
    std::ranges::copy(indices, rows.index.begin());
    constexpr std::size_t line = 64 / sizeof(double);
    for (row_index const n : indices)
        for (std::size_t d = 0; d < columns(); d += line) __builtin_prefetch(features_.data() + n * columns() + d);
}

void dense_rows::collect(batch& rows) const {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::copy_n(features_.data() + rows.index[i] * columns(), columns(), rows.row(i).data());
        rows.target[i] = target_(rows.index[i]);
    }
}

}  // namespace firefly
