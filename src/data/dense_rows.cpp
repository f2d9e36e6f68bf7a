module;
#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;

namespace firefly {

namespace {

/// The table itself, or a copy in the shorter type.
template <class Element>
xt::xtensor<Element, 2> stored(matrix features) {
    if constexpr (std::same_as<Element, double>) {
        return features;
    } else {
        xt::xtensor<Element, 2> result(typename xt::xtensor<Element, 2>::shape_type{features.shape(0), features.shape(1)});
        std::ranges::transform(features, result.begin(), [](double x) { return static_cast<Element>(x); });
        return result;
    }
}

}  // namespace

template <class Element>
stored_rows<Element>::stored_rows(table features, vector target) : features_(std::move(features)), target_(std::move(target)) {
    if (rows() == 0 || columns() == 0)
        throw invalid_argument(
            fmt::format("dense_rows: features must have at least one row and one column, got {} x {}", rows(), columns()));
    if (target_.size() != rows())
        throw invalid_argument(
            fmt::format("dense_rows: {} rows of features but {} targets; give one target a row", rows(), target_.size()));
    block_buffer buffer;
    for (std::size_t i = 0; i * block_rows < rows(); ++i) {
        row_block const part = block(i, buffer);
        if (are_finite({part.rows.common.elements, part.rows.rows * columns()}) && are_finite(part.target)) continue;
        for (std::size_t r = 0; r < part.rows.rows; ++r) {
            for (std::size_t d = 0; d < columns(); ++d)
                if (!std::isfinite(part.rows.common.row(r)[d]))
                    throw invalid_argument(fmt::format("dense_rows: feature {} of row {} is {}; remove the row or fill the cell", d,
                                                       part.first + r, part.rows.common.row(r)[d]));
            if (!std::isfinite(part.target[r]))
                throw invalid_argument(fmt::format("dense_rows: the target of row {} is {}; remove the row or fill the cell",
                                                   part.first + r, part.target[r]));
        }
    }
}

template <class Element>
stored_rows<Element>::stored_rows(data_set data) : stored_rows(stored<Element>(std::move(data.features)), std::move(data.target)) {}

template <class Element>
void stored_rows<Element>::rescale(column_scale scale) {
    if constexpr (std::same_as<Element, double>)
        scale.show(features_.data(), rows());
    else
        scale_ = std::move(scale);
}

template <class Element>
row_block stored_rows<Element>::block(std::size_t i, block_buffer& buffer) const {
    row_index const first = i * block_rows;
    std::size_t const size = std::min(block_rows, rows() - first);
    Element const* const elements = features_.data() + first * columns();
    vector_view const target(target_.data() + first, size);
    if constexpr (std::same_as<Element, double>) {
        return {first, matrix_view(elements, size, columns()), target};
    } else {
        buffer.rows.assign(elements, elements + size * columns());
        scale_.show(buffer.rows.data(), size);
        return {first, matrix_view(buffer.rows.data(), size, columns()), target};
    }
}

template <class Element>
void stored_rows<Element>::request(std::span<row_index const> indices, packed_rows& rows) const {
    rows.request(indices);
    constexpr std::size_t line = 64 / sizeof(Element);
    for (row_index const n : indices) {
        for (std::size_t d = 0; d < columns(); d += line) __builtin_prefetch(features_.data() + n * columns() + d);
        __builtin_prefetch(target_.data() + n);
    }
}

template <class Element>
void stored_rows<Element>::collect(packed_rows& rows) const {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Element const* const row = features_.data() + rows.index[i] * columns();
        if constexpr (std::same_as<Element, double>) {
            rows.refer(i, row);
        } else {
            double* const copy = rows.copy(i).data();
            std::copy_n(row, columns(), copy);
            scale_.show(copy);
        }
        rows.target[i] = target_(rows.index[i]);
    }
}

template class stored_rows<double>;
template class stored_rows<float>;

}  // namespace firefly
