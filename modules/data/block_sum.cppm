/// Sums over all rows that do not depend on who adds.
///
/// Rows are cut into blocks of 4096 by global index, and the blocks' sums are added in a fixed binary tree: the same bits for any
/// number of threads or machines, and a rounding error that grows with log N instead of N. Threads take subtrees, a few each, and what
/// these add up to is joined as the tree says. Memory: log₂(N/4096) partial sums on one thread, up to 16 times as many as there are
/// threads on several.
module;
#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <functional>
#include <vector>

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

/// Whether one block in so many says enough of a source to be worth looking at first.
export template <RowSource Source>
bool has_many_blocks(Source const& source, std::size_t stride = 10) {
    return block_count(source) >= 3 * stride;
}

/// How many threads a pass over all rows may use: one, until somebody asks for more. For the whole program, since what is computed does
/// not depend on it. Throws `invalid_argument` for none.
export void set_pass_threads(std::size_t threads);
export std::size_t pass_threads();

/// `work(i, worker)` for i = 0, …, count − 1, each on one of `threads` workers. What it throws is thrown again, the first of it.
void share_out(std::size_t count, std::size_t threads, std::function<void(std::size_t, std::size_t)> const& work);

/// What a block adds to a sum: `add(sum, block)`, or `add(sum, block, worker)` where each worker has memory of its own.
template <class Sum, class Add>
void add_block(Add const& add, Sum& sum, row_block const& block, std::size_t worker) {
    if constexpr (std::invocable<Add const&, Sum&, row_block const&, std::size_t>)
        add(sum, block, worker);
    else
        add(sum, block);
}

/// Where the left part of a tree over first, …, last − 1 ends.
constexpr std::size_t middle_of(std::size_t first, std::size_t last) {
    return first + std::bit_floor(last - first - 1);
}

/// Σ over blocks first, …, last − 1. `zero` is the empty sum, `+=` joins two.
template <RowSource Source, class Sum, class Add>
Sum tree_sum(Source const& source, Sum const& zero, Add const& add, block_buffer& buffer, std::size_t worker, std::size_t first,
             std::size_t last) {
    Sum sum = zero;
    if (last == first) return sum;
    if (last - first == 1) {
        add_block(add, sum, source.block(first, buffer), worker);
        return sum;
    }
    std::size_t const middle = middle_of(first, last);
    sum += tree_sum(source, zero, add, buffer, worker, first, middle);
    sum += tree_sum(source, zero, add, buffer, worker, middle, last);
    return sum;
}

/// The same tree from subtrees of equal size, the last of which may be smaller.
template <class Sum>
Sum join_subtrees(std::vector<Sum> const& parts, Sum const& zero, std::size_t first, std::size_t last) {
    if (last - first == 1) return parts[first];
    Sum sum = zero;
    std::size_t const middle = middle_of(first, last);
    sum += join_subtrees(parts, zero, first, middle);
    sum += join_subtrees(parts, zero, middle, last);
    return sum;
}

/// Σ over all rows of a source: see `add_block`. With several threads `add` is called from all of them.
export template <RowSource Source, class Sum, class Add>
Sum sum_over_blocks(Source const& source, Sum const& zero, Add const& add, std::size_t threads = pass_threads()) {
    std::size_t const blocks = block_count(source);
    if (threads == 1 || blocks <= 1) {
        block_buffer buffer;
        return tree_sum(source, zero, add, buffer, 0, 0, blocks);
    }
    std::size_t const size = std::bit_ceil((blocks + 16 * threads - 1) / (16 * threads));
    std::vector<Sum> parts((blocks + size - 1) / size, zero);
    std::vector<block_buffer> buffers(threads);
    share_out(parts.size(), threads, [&](std::size_t i, std::size_t worker) {
        parts[i] = tree_sum(source, zero, add, buffers[worker], worker, i * size, std::min(blocks, (i + 1) * size));
    });
    return join_subtrees(parts, zero, 0, parts.size());
}

/// `use(block)` for all blocks of a source, on as many threads as a pass may use: for what has a place of its own for each row.
export template <RowSource Source, class Use>
void for_each_block(Source const& source, Use const& use) {
    std::size_t const threads = pass_threads();
    std::vector<block_buffer> buffers(threads);
    share_out(block_count(source), threads, [&](std::size_t i, std::size_t worker) { use(source.block(i, buffers[worker])); });
}

}  // namespace firefly
