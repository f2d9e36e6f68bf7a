/// A subset of the rows of a source, in ascending order, as a source of its own. Rows are copied one block at a time.
module;
#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

export module firefly.program.setup:chosen_rows;

import firefly;
import firefly.program.input;

namespace firefly::program {

/// Refers to its source, which must outlive it.
export class chosen_rows {
public:
    chosen_rows(any_rows const& source, std::vector<row_index> chosen) : source_(&source), chosen_(std::move(chosen)) {}

    row_index rows() const { return chosen_.size(); }
    std::size_t columns() const { return source_->columns(); }
    row_layout layout() const { return layout_of(*source_); }

    row_block block(std::size_t i, block_buffer& buffer) const {
        std::size_t const first = i * block_rows, size = std::min(block_rows, chosen_.size() - first), width = columns();
        std::size_t const numbers = layout().target;
        buffer.rows.resize(size * width);
        buffer.target.resize(size * numbers);
        block_buffer unused;
        row_block from;
        std::vector<double> memory;
        for (std::size_t row = 0; row < size; ++row) {
            row_index const n = chosen_[first + row];
            if (from.rows.rows == 0 || n >= from.first + from.rows.rows) from = source_->block(n / block_rows, unused);
            std::ranges::copy(from.rows.dense_row(n - from.first, memory),
                              buffer.rows.begin() + static_cast<std::ptrdiff_t>(row * width));
            std::ranges::copy(from.target.subspan((n - from.first) * numbers, numbers),
                              buffer.target.begin() + static_cast<std::ptrdiff_t>(row * numbers));
        }
        return {first, matrix_view(buffer.rows.data(), size, width), buffer.target};
    }

    void request(std::span<row_index const> indices, packed_rows& rows) const {
        std::vector<row_index> there;
        for (row_index const n : indices) there.push_back(chosen_[n]);
        source_->request(there, rows);
    }

    void collect(packed_rows& rows) const {
        source_->collect(rows);
        for (row_index& n : rows.index) n = static_cast<row_index>(std::ranges::lower_bound(chosen_, n) - chosen_.begin());
    }

private:
    any_rows const* source_;
    std::vector<row_index> chosen_;
};

static_assert(RowSource<chosen_rows>);

}  // namespace firefly::program
