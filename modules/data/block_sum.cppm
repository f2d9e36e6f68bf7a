/// Sums over all rows that do not depend on who adds.
///
/// Rows are cut into blocks of 4096 by global index, and the blocks' sums are added in a fixed binary tree: the same bits for any
/// number of threads or machines, and a rounding error that grows with log N instead of N. Members of a team take the subtrees that lie in
/// their blocks, threads take smaller ones, a few each, and what these add up to is joined as the tree says.
/// Memory: log₂(N/4096) partial sums on one thread, up to 32 times as many as there are threads on several, and 2 log₂(N/4096) for each
/// member of a team.
module;
#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

export module firefly.data:block_sum;

import firefly.core;
import firefly.teams;
import :shared_rows;

namespace firefly {

/// How many blocks a source has.
export template <RowSource Source>
std::size_t block_count(Source const& source) {
    return blocks_of(source.rows());
}

/// How many rows the largest block has: what buffers need to hold.
export template <RowSource Source>
std::size_t most_rows(Source const& source) {
    return std::min(block_rows, source.rows());
}

/// Whether one block in `stride` says enough of a source to be worth looking at first.
export template <RowSource Source>
bool has_many_blocks(Source const& source, std::size_t stride = 10) {
    return block_count(source) >= 3 * stride;
}

/// How many threads a pass over all rows may use: one, until somebody asks for more. For the whole program, since what is computed does
/// not depend on it. Throws `invalid_argument` for none.
export void set_pass_threads(std::size_t threads);
export std::size_t pass_threads();

/// How many rows all passes have read so far, on all threads of the program: N more after each pass over N rows. Another thread may ask
/// how far a long set-up is.
export std::uint64_t rows_passed();
void count_passed(std::size_t rows);

/// A block of a pass, counted. Cost: an atomic addition per block.
template <RowSource Source>
row_block pass_block(Source const& source, std::size_t i, block_buffer& buffer) {
    row_block const block = source.block(i, buffer);
    count_passed(block.rows.rows);
    return block;
}

/// `work(i, worker)` for i = 0, …, count − 1, each on one of `threads` workers. What it throws is thrown again, the first of it.
void share_out(std::size_t count, std::size_t threads, std::function<void(std::size_t, std::size_t)> const& work);

/// Adds block i of a source to a sum. What walks over the tree knows neither the source nor what is added, so that it is compiled once for a
/// type of sum: a call per block costs nothing, and a model has dozens of sums.
template <class Sum>
using block_adder = std::function<void(Sum& sum, std::size_t i, block_buffer& buffer, std::size_t worker)>;

/// Blocks first, …, last − 1: a node of the tree over all blocks.
struct tree_node {
    std::size_t first, last;

    inline std::size_t size() const { return last - first; }
    /// Its two halves: the left one is full.
    inline std::pair<tree_node, tree_node> halves() const {
        std::size_t const middle = first + std::bit_floor(last - first - 1);
        return {{first, middle}, {middle, last}};
    }
    friend bool operator==(tree_node const&, tree_node const&) = default;
};

/// The largest nodes below `node` that lie within some blocks and have at most `most` blocks each, from left to right.
std::vector<tree_node> nodes_within(tree_node node, tree_node blocks, std::size_t most);

/// The nodes that members of a team make, one member's after the other's. Members have whole blocks each.
std::vector<std::vector<tree_node>> nodes_of_members(tree_node all, std::vector<row_index> const& starts);

/// Σ over a node, sequentially. `zero` is the empty sum, `+=` joins two.
template <class Sum>
Sum tree_sum(Sum const& zero, block_adder<Sum> const& add, block_buffer& buffer, std::size_t worker, tree_node node) {
    Sum sum = zero;
    if (node.size() == 0) return sum;
    if (node.size() == 1) {
        add(sum, node.first, buffer, worker);
        return sum;
    }
    auto const [left, right] = node.halves();
    sum += tree_sum(zero, add, buffer, worker, left);
    sum += tree_sum(zero, add, buffer, worker, right);
    return sum;
}

/// Σ over a node from nodes below it, which come in order and leave no gap: `next` is the first that was not used yet.
template <class Sum>
Sum join_nodes(tree_node node, Sum const& zero, std::span<tree_node const> nodes, std::span<Sum const> sums, std::size_t& next) {
    if (nodes[next] == node) return sums[next++];
    Sum sum = zero;
    auto const [left, right] = node.halves();
    sum += join_nodes(left, zero, nodes, sums, next);
    sum += join_nodes(right, zero, nodes, sums, next);
    return sum;
}

/// Σ over each of some nodes, in order, on some threads.
template <class Sum>
std::vector<Sum> sum_nodes(Sum const& zero, block_adder<Sum> const& add, std::size_t threads,
                           std::vector<tree_node> const& wanted) {
    std::vector<Sum> sums;
    if (threads == 1) {
        block_buffer buffer;
        for (tree_node const node : wanted) sums.push_back(tree_sum(zero, add, buffer, 0, node));
        return sums;
    }
    std::size_t blocks = 0;
    for (tree_node const node : wanted) blocks += node.size();
    std::vector<tree_node> small;
    for (tree_node const node : wanted)
        for (tree_node const part : nodes_within(node, node, std::bit_ceil((blocks + 16 * threads - 1) / (16 * threads))))
            small.push_back(part);
    std::vector<Sum> parts(small.size(), zero);
    std::vector<block_buffer> buffers(threads);
    share_out(small.size(), threads,
              [&](std::size_t i, std::size_t worker) { parts[i] = tree_sum(zero, add, buffers[worker], worker, small[i]); });
    std::size_t next = 0;
    for (tree_node const node : wanted) sums.push_back(join_nodes<Sum>(node, zero, small, parts, next));
    return sums;
}

/// `use(numbers)` for every array of numbers that a sum is made of: itself, or its `members`. What a team sends.
template <class Sum, class Use>
void for_each_array(Sum& sum, Use const& use) {
    if constexpr (requires { Sum::members(sum); })
        std::apply([&](auto&... member) { (for_each_array(member, use), ...); }, Sum::members(sum));
    else if constexpr (requires { sum.size(); })
        use(std::span<double>(sum.data(), sum.size()));
    else
        use(std::span<double>(&sum, 1));
}

/// Σ over all blocks from what each member of a team has of them.
template <class Sum>
Sum join_members(row_share const& part, tree_node all, Sum const& zero, std::vector<Sum> mine) {
    std::vector<double> numbers;
    for (Sum& sum : mine)
        for_each_array(sum, [&](std::span<double> array) { numbers.insert(numbers.end(), array.begin(), array.end()); });
    numbers = part.gather(std::move(numbers));
    std::vector<tree_node> nodes;
    std::vector<Sum> sums;
    auto from = numbers.begin();
    for (auto const& of_member : nodes_of_members(all, part.parts->starts))
        for (tree_node const node : of_member) {
            nodes.push_back(node);
            for_each_array(sums.emplace_back(zero), [&](std::span<double> array) {
                std::copy_n(from, array.size(), array.begin());
                from += static_cast<std::ptrdiff_t>(array.size());
            });
        }
    std::size_t next = 0;
    return join_nodes<Sum>(all, zero, nodes, sums, next);
}

/// Σ over all blocks by the members of a team.
template <class Sum>
Sum sum_together(row_share const& part, tree_node all, Sum const& zero, block_adder<Sum> const& add, std::size_t threads) {
    if (all.size() == 0) return zero;
    auto const mine = nodes_of_members(all, part.parts->starts)[part.parts->crew->rank()];
    return join_members(part, all, zero, sum_nodes(zero, add, threads, mine));
}

/// Σ over all blocks by this process alone.
template <class Sum>
Sum sum_alone(tree_node all, Sum const& zero, block_adder<Sum> const& add, std::size_t threads) {
    if (all.size() == 0) return zero;
    if (threads == 1) {
        block_buffer buffer;
        return tree_sum(zero, add, buffer, 0, all);
    }
    return std::move(sum_nodes(zero, add, threads, {all}).front());
}

// The most usual sums are compiled in the library.
extern template double sum_alone(tree_node, double const&, block_adder<double> const&, std::size_t);
extern template vector sum_alone(tree_node, vector const&, block_adder<vector> const&, std::size_t);
extern template double sum_together(row_share const&, tree_node, double const&, block_adder<double> const&, std::size_t);
extern template vector sum_together(row_share const&, tree_node, vector const&, block_adder<vector> const&, std::size_t);

/// Σ over all rows of a source: what `add(sum, block)` adds, or `add(sum, block, worker)` where each worker has memory of its own. With several
/// threads `add` is called from all of them. Where a team shares the rows, each member adds its own, and all get the sum. All members.
export template <RowSource Source, class Sum, class Add>
Sum sum_over_blocks(Source const& source, Sum const& zero, Add const& add, std::size_t threads = pass_threads()) {
    tree_node const all{0, block_count(source)};
    auto const add_block = [&source, &add](Sum& sum, std::size_t i, block_buffer& buffer, [[maybe_unused]] std::size_t worker) {
        row_block const block = pass_block(source, i, buffer);
        if constexpr (std::invocable<Add const&, Sum&, row_block const&, std::size_t>)
            add(sum, block, worker);
        else
            add(sum, block);
    };
    if constexpr (SharedRows<Source>)
        if (row_share const part = share_of(source); part.parts) return sum_together<Sum>(part, all, zero, add_block, threads);
    return sum_alone<Sum>(all, zero, add_block, threads);
}

/// `use(block)` for all blocks of a source, on as many threads as a pass may use: for what has a place of its own for each row. Where
/// a team shares the rows, for this member's blocks.
export template <RowSource Source, class Use>
void for_each_block(Source const& source, Use const& use) {
    std::size_t const threads = pass_threads();
    std::vector<block_buffer> buffers(threads);
    row_share const part = share_of(source);
    std::size_t const first = blocks_of(part.first), last = blocks_of(part.last);
    share_out(last - first, threads,
              [&](std::size_t i, std::size_t worker) { use(pass_block(source, first + i, buffers[worker])); });
}

}  // namespace firefly
