/// Sums over all rows that do not depend on who adds.
///
/// Rows are cut into blocks of 4096 by global index, and the blocks' sums are added in a fixed binary tree: the same bits for any
/// number of threads or machines, and a rounding error that grows with log N instead of N. Memory: log₂(N/4096) partial sums.
module;
#include <algorithm>
#include <bit>
#include <cstddef>

export module firefly.data:block_sum;

import firefly.core;

namespace firefly {

/// How many blocks a source has.
export template <RowSource Source>
std::size_t block_count(Source const& source) {
    return (source.rows() + block_rows - 1) / block_rows;
}

/// How many rows the largest block has: what buffers need to hold.
export template <RowSource Source>
std::size_t most_rows(Source const& source) {
    return std::min(block_rows, source.rows());
}

/// Σ over blocks first, …, last − 1. `zero` is the empty sum, `add(sum, block)` adds a block's rows to it, `+=` joins two.
template <RowSource Source, class Sum, class Add>
Sum tree_sum(Source const& source, Sum const& zero, Add const& add, block_buffer& buffer, std::size_t first, std::size_t last) {
    Sum sum = zero;
    if (last == first) return sum;
    if (last - first == 1) {
        add(sum, source.block(first, buffer));
        return sum;
    }
    std::size_t const middle = first + std::bit_floor(last - first - 1);
    sum += tree_sum(source, zero, add, buffer, first, middle);
    sum += tree_sum(source, zero, add, buffer, middle, last);
    return sum;
}

/// Σ over all rows of a source.
export template <RowSource Source, class Sum, class Add>
Sum sum_over_blocks(Source const& source, Sum const& zero, Add const& add) {
    block_buffer buffer;
    return tree_sum(source, zero, add, buffer, 0, block_count(source));
}

}  // namespace firefly
