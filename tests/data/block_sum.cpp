#include <atomic>
#include <cstddef>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Rows whose sum depends on the order in which it is taken.
dense_rows uneven_rows(row_index rows) {
    matrix features = zeros(rows, 1);
    random_source({.seed = 41}).normals({features.data(), features.size()});
    for (row_index n = 0; n < rows; n += 7) features(n, 0) *= 1e8;
    return {features, zeros(rows)};
}

double sum_of_block(dense_rows const& rows, std::size_t i) {
    block_buffer buffer;
    double sum = 0;
    row_block const block = rows.block(i, buffer);
    for (std::size_t n = 0; n < block.rows.rows; ++n) sum += block.rows.common.row(n)[0];
    return sum;
}

double tree(dense_rows const& rows) {
    return sum_over_blocks(rows, 0.0, [](double& sum, row_block const& block) {
        for (std::size_t n = 0; n < block.rows.rows; ++n) sum += block.rows.common.row(n)[0];
    });
}

/// A sum that remembers how it was taken.
struct added {
    std::string order;

    added& operator+=(added const& other) {
        order = order.empty() ? other.order : "(" + order + " " + other.order + ")";
        return *this;
    }
};

/// A row source may have no rows: a data set that was filtered to nothing.
struct no_rows {
    row_index rows() const { return 0; }
    std::size_t columns() const { return 1; }
    row_block block(std::size_t, block_buffer&) const { throw invalid_argument("no_rows: has no block"); }
    void request(std::span<row_index const>, packed_rows&) const {}
    void collect(packed_rows&) const {}
};
static_assert(RowSource<no_rows>);

}  // namespace

TEST_CASE("a source has as many blocks as it takes to hold its rows") {
    CHECK(block_count(no_rows{}) == 0);
    CHECK(block_count(uneven_rows(1)) == 1);
    CHECK(block_count(uneven_rows(4095)) == 1);
    CHECK(block_count(uneven_rows(4096)) == 1);
    CHECK(block_count(uneven_rows(4097)) == 2);
    CHECK(block_count(uneven_rows(3 * 4096 + 5)) == 4);
}

TEST_CASE("blocks are added in a binary tree, full subtrees first") {
    auto const order = [](row_index blocks) {
        return sum_over_blocks(uneven_rows((blocks - 1) * block_rows + 1), added{},
                               [](added& sum, row_block const& block) { sum.order = std::to_string(block.first / block_rows); })
            .order;
    };
    CHECK(order(1) == "0");
    CHECK(order(2) == "(0 1)");
    CHECK(order(3) == "((0 1) 2)");
    CHECK(order(5) == "(((0 1) (2 3)) 4)");
    CHECK(order(7) == "(((0 1) (2 3)) ((4 5) 6))");
}

TEST_CASE("a sum over blocks equals the naive sum") {
    for (row_index const rows : {1u, 4095u, 4096u, 4097u, 3 * 4096u + 5, 6 * 4096u + 1}) {
        CAPTURE(rows);
        dense_rows const source = uneven_rows(rows);
        long double naive = 0;
        for (std::size_t i = 0; i < block_count(source); ++i) {
            block_buffer buffer;
            row_block const block = source.block(i, buffer);
            for (std::size_t n = 0; n < block.rows.rows; ++n) naive += block.rows.common.row(n)[0];
        }
        // terms of size 1e8, a few thousand of them: 1e-16 of 1e8·√rows each
        CHECK(tree(source) == doctest::Approx(static_cast<double>(naive)).epsilon(1e-12).scale(1e8));
    }
}

TEST_CASE("blocks are added in a fixed binary tree: left subtree the largest power of two that leaves something") {
    auto const bits = [](row_index rows) {
        dense_rows const source = uneven_rows(rows);
        std::vector<double> s;
        for (std::size_t i = 0; i < block_count(source); ++i) s.push_back(sum_of_block(source, i));
        return std::pair(tree(source), s);
    };
    {
        auto const [sum, s] = bits(4096);
        CHECK(sum == s[0]);
    }
    {
        auto const [sum, s] = bits(4097);
        CHECK(sum == s[0] + s[1]);
    }
    {
        auto const [sum, s] = bits(2 * 4096 + 1);
        CHECK(sum == (s[0] + s[1]) + s[2]);
    }
    {
        auto const [sum, s] = bits(3 * 4096 + 5);
        CHECK(sum == (s[0] + s[1]) + (s[2] + s[3]));
    }
    {
        auto const [sum, s] = bits(7 * 4096);
        CHECK(sum == ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + s[6]));
    }
}

TEST_CASE("a sum over no rows is the empty sum") {
    CHECK(sum_over_blocks(no_rows{}, 2.5, [](double& sum, row_block const&) { ++sum; }) == 2.5);
}

TEST_CASE("every pass is counted in rows, on one thread or several, and so is part of one") {
    dense_rows const source = uneven_rows(3 * block_rows + 5);
    for (std::size_t const threads : {1u, 2u}) {
        CAPTURE(threads);
        auto const before = rows_passed();
        sum_over_blocks(source, 0.0, [](double&, row_block const&) {}, threads);
        CHECK(rows_passed() - before == source.rows());
    }
    auto const before = rows_passed();
    for_each_block(source, [](row_block const&) {});
    CHECK(rows_passed() - before == source.rows());
    sum_over_blocks(block_sample(source, 2), 0.0, [](double&, row_block const&) {});
    CHECK(rows_passed() - before == source.rows() + 2 * block_rows);
}

TEST_CASE("blocks are added in the same tree on any number of threads") {
    auto const order = [](std::size_t blocks, std::size_t threads) {
        return sum_over_blocks(
                   uneven_rows((blocks - 1) * block_rows + 1), added{},
                   [](added& sum, row_block const& block) { sum.order = std::to_string(block.first / block_rows); }, threads)
            .order;
    };
    for (std::size_t const blocks : {1u, 2u, 3u, 17u, 33u, 65u, 100u})
        for (std::size_t const threads : {2u, 3u, 4u}) {
            CAPTURE(blocks);
            CAPTURE(threads);
            CHECK(order(blocks, threads) == order(blocks, 1));
        }
}

TEST_CASE("every worker of a sum over blocks has a number of its own below that of the threads") {
    std::vector<std::atomic<int>> busy(3);
    std::atomic<bool> is_shared = false, have_met = false;
    std::atomic<int> inside = 0;
    double const sum = sum_over_blocks(
        uneven_rows(50 * block_rows), 0.0,
        [&](double& part, row_block const&, std::size_t worker) {
            if (busy.at(worker)++ != 0) is_shared = true;
            // The first waits for a second: otherwise one worker may be done before another begins.
            for (++inside; !have_met; std::this_thread::yield()) have_met = inside > 1;
            --inside;
            part += 1;
            --busy.at(worker);
        },
        3);
    CHECK(sum == 50);
    CHECK_FALSE(is_shared);
}

TEST_CASE("what goes wrong in one thread of a pass ends it and is thrown again") {
    auto const pass = [](std::size_t threads) {
        sum_over_blocks(
            uneven_rows(40 * block_rows), 0.0,
            [](double&, row_block const& block) {
                if (block.first == 7 * block_rows) throw invalid_argument("block 7");
            },
            threads);
    };
    CHECK_THROWS_WITH_AS(pass(1), "block 7", invalid_argument);
    CHECK_THROWS_WITH_AS(pass(3), "block 7", invalid_argument);
}

TEST_CASE("passes use as many threads as were asked for, and see every block") {
    CHECK_THROWS_AS(set_pass_threads(0), invalid_argument);
    for (std::size_t const threads : {1u, 4u}) {
        set_pass_threads(threads);
        CHECK(pass_threads() == threads);
        std::vector<std::atomic<int>> seen(30);
        for_each_block(uneven_rows(30 * block_rows), [&](row_block const& block) { ++seen.at(block.first / block_rows); });
        for (auto const& times : seen) CHECK(times == 1);
    }
    set_pass_threads(1);
}
