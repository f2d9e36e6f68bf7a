/// Every k-th block of a row source: a source itself, for what need not see all rows.
///
/// Whole blocks, because these can be read in order from anywhere; spread over the source, because rows may be sorted.
module;
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

export module firefly.data:block_sample;

import firefly.core;
import firefly.teams;
import :block_sum;
import :shared_rows;

namespace firefly {

/// Refers to its source, which must outlive it.
export template <RowSource Source>
class block_sample {
public:
    block_sample(Source const& source, std::size_t stride) : source_(&source), stride_(stride) {
        // Only the last block of a source is shorter.
        std::size_t const blocks = (block_count(source) + stride - 1) / stride, last = (blocks - 1) * stride;
        rows_ = (blocks - 1) * block_rows + std::min(block_rows, source.rows() - last * block_rows);
        if constexpr (SharedRows<Source>)
            if (auto const parts = source.parts()) {
                std::vector<row_index> starts;
                // A member has the blocks of the sample that are its own in the source.
                for (row_index const start : parts->starts) {
                    starts.push_back(std::min<row_index>((blocks_of(start) + stride - 1) / stride * block_rows, rows_));
                }
                parts_ = std::make_shared<row_partition const>(parts->crew, std::move(starts));
            }
    }

    row_index rows() const { return rows_; }
    std::size_t columns() const { return source_->columns(); }
    row_layout layout() const { return layout_of(*source_); }

    std::shared_ptr<row_partition const> const& parts() const { return parts_; }
    block_sample alone() const {
        block_sample result = *this;
        result.parts_.reset();
        return result;
    }

    /// Where a row of the sample stands in its source.
    row_index place(row_index n) const { return n / block_rows * stride_ * block_rows + n % block_rows; }

    row_block block(std::size_t i, block_buffer& buffer) const {
        row_block result = source_->block(i * stride_, buffer);
        result.first = i * block_rows;
        return result;
    }

    void request(std::span<row_index const> indices, packed_rows& rows) const {
        std::vector<row_index> there;
        for (row_index const n : indices) there.push_back(place(n));
        source_->request(there, rows);
    }

    void collect(packed_rows& rows) const {
        source_->collect(rows);
        for (row_index& n : rows.index) n = n / block_rows / stride_ * block_rows + n % block_rows;
    }

private:
    Source const* source_;
    std::size_t stride_;
    row_index rows_;
    std::shared_ptr<row_partition const> parts_;
};

}  // namespace firefly
