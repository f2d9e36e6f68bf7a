module;
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <thread>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;
import firefly.teams;

namespace firefly {

namespace {

std::atomic<std::size_t> threads_for_passes = 1;
std::atomic<std::uint64_t> passed = 0;

}  // namespace

void set_pass_threads(std::size_t threads) {
    if (threads == 0) throw invalid_argument("set_pass_threads: a pass needs a thread, got 0");
    threads_for_passes = threads;
}

std::size_t pass_threads() {
    return threads_for_passes;
}

std::uint64_t rows_passed() {
    return passed.load(std::memory_order_relaxed);
}

void count_passed(std::size_t rows) {
    passed.fetch_add(rows, std::memory_order_relaxed);
}

void share_out(std::size_t count, std::size_t threads, std::function<void(std::size_t, std::size_t)> const& work) {
    std::atomic<std::size_t> next = 0;
    std::vector<std::exception_ptr> failures(threads);
    auto const take = [&](std::size_t worker) {
        try {
            for (std::size_t i = next++; i < count; i = next++) work(i, worker);
        } catch (...) {
            failures[worker] = std::current_exception();
            next = count;  // the others need not go on
        }
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t worker = 1; worker < std::min(threads, count); ++worker) others.emplace_back(take, worker);
        take(0);
    }
    for (auto const& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

std::vector<tree_node> nodes_within(tree_node node, tree_node blocks, std::size_t most) {
    if (node.last <= blocks.first || node.first >= blocks.last) return {};
    if (node.first >= blocks.first && node.last <= blocks.last && node.size() <= most) return {node};
    auto const [left, right] = node.halves();
    auto nodes = nodes_within(left, blocks, most);
    std::ranges::copy(nodes_within(right, blocks, most), std::back_inserter(nodes));
    return nodes;
}

std::vector<std::vector<tree_node>> nodes_of_members(tree_node all, std::vector<row_index> const& starts) {
    std::vector<std::vector<tree_node>> nodes;
    for (std::size_t m = 0; m + 1 < starts.size(); ++m)
        nodes.push_back(nodes_within(all, {blocks_of(starts[m]), blocks_of(starts[m + 1])}, all.size()));
    return nodes;
}

template double sum_alone(tree_node, double const&, block_adder<double> const&, std::size_t);
template vector sum_alone(tree_node, vector const&, block_adder<vector> const&, std::size_t);
template double sum_together(row_share const&, tree_node, double const&, block_adder<double> const&, std::size_t);
template vector sum_together(row_share const&, tree_node, vector const&, block_adder<vector> const&, std::size_t);

}  // namespace firefly
