/// Every k-th block of a row source: a source itself, for what need not see all rows.
///
/// Whole blocks, because these can be read in order from anywhere; spread over the source, because rows may be sorted.
module;
#include <cstddef>
#include <span>
#include <vector>

export module firefly.data:block_sample;

import firefly.core;
import :block_sum;

namespace firefly {

/// Refers to its source, which must outlive it.
export template <RowSource Source>
class block_sample {
public:
    block_sample(Source const& source, std::size_t stride) : source_(&source), stride_(stride) {
        // Only the last block of a source is shorter.
        std::size_t const blocks = (block_count(source) + stride - 1) / stride, last = (blocks - 1) * stride;
        block_buffer buffer;
        rows_ = (blocks - 1) * block_rows + source.block(last, buffer).target.size();
    }

    row_index rows() const { return rows_; }
    std::size_t columns() const { return source_->columns(); }

    /// Where a row of the sample stands in its source.
    row_index place(row_index n) const { return n / block_rows * stride_ * block_rows + n % block_rows; }

    row_block block(std::size_t i, block_buffer& buffer) const {
        row_block result = source_->block(i * stride_, buffer);
        result.first = i * block_rows;
        return result;
    }

    void request(std::span<row_index const> indices, batch& rows) const {
        std::vector<row_index> there;
        for (row_index const n : indices) there.push_back(place(n));
        source_->request(there, rows);
    }

    void collect(batch& rows) const {
        source_->collect(rows);
        for (row_index& n : rows.index) n = n / block_rows / stride_ * block_rows + n % block_rows;
    }

private:
    Source const* source_;
    std::size_t stride_;
    row_index rows_;
};

}  // namespace firefly
