/// No step of an iteration is O(N): what an update does is counted, with a thousand data and with a million.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

import firefly.testing;
import firefly;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// A source that counts how often it is asked.
class counted_random {
public:
    explicit counted_random(std::uint64_t seed) : random_({.seed = seed}) {}

    bool accept(double x) { return ++calls_, random_.accept(x); }
    std::size_t pick(std::size_t n) { return ++calls_, random_.pick(n); }
    bool chance(double p) { return ++calls_, random_.chance(p); }
    bool chance(double part, double whole) { return ++calls_, random_.chance(part, whole); }
    row_index skip(double q) { return ++calls_, random_.skip(q); }
    double uniform() { return ++calls_, random_.uniform(); }
    double exponential() { return ++calls_, random_.exponential(); }
    void normals(vector_out out) { calls_ += out.size(), random_.normals(out); }
    void exponentials(vector_out out) { calls_ += out.size(), random_.exponentials(out); }

    std::uint64_t calls() const { return calls_; }

private:
    random_source random_;
    std::uint64_t calls_ = 0;
};

struct work {
    estimate random, brightness, queries;
};

/// Of an update, on average: 5000 of them, from ten bright data on; L̃ such that about `bright` data are bright.
template <class Updater>
work work_of(trial const& run, Updater const& updater, row_index data, double bright) {
    std::vector<row_index> first;
    for (row_index i = 0; i < 10; ++i) first.push_back(i * (data / 10));
    fixed_factors target(std::vector<double>(data, std::log(bright / static_cast<double>(data))), first);
    counted_random random(run.seed(29));
    std::vector<double> of_random, of_brightness, of_queries;
    auto state = updater.start();
    for (std::size_t i = 0; i < run.times(5000); ++i) {
        auto const asked = random.calls(), looked = target.brightness().calls(), fetched = target.queries();
        update(updater, state, target, random);
        of_random.push_back(static_cast<double>(random.calls() - asked));
        of_brightness.push_back(static_cast<double>(target.brightness().calls() - looked));
        of_queries.push_back(static_cast<double>(target.queries() - fetched));
    }
    return {chain_mean(of_random), chain_mean(of_brightness), chain_mean(of_queries)};
}

/// `make(data)` is an updater for `data` data.
template <class Make>
void check_same(Make const& make) {
    judge([&](trial& run) {
        work const small = work_of(run, make(1e3), 1000, 10), large = work_of(run, make(1e6), 1'000'000, 10);
        MESSAGE("random calls: ", small.random.mean, " and ", large.random.mean, "; brightness calls: ", small.brightness.mean,
                " and ", large.brightness.mean, "; queries: ", small.queries.mean, " and ", large.queries.mean);
        // That of a million may differ by the few per cent of data that are bright or picked twice among a thousand.
        for (auto const& [a, b] : {std::pair(small.random, large.random), std::pair(small.brightness, large.brightness),
                                   std::pair(small.queries, large.queries)}) {
            estimate near = b;
            near.mean = std::clamp(a.mean, 0.95 * b.mean, 1.05 * b.mean);
            run.equal(a, near);
        }
    });
}

/// Rows in memory that count who reads them. Copies share their counts.
class counted_rows {
public:
    explicit counted_rows(data_set data) : rows_(std::move(data)) {}

    row_index rows() const { return rows_.rows(); }
    std::size_t columns() const { return rows_.columns(); }
    row_block block(std::size_t i, block_buffer& buffer) const { return ++*blocks_, rows_.block(i, buffer); }
    void request(std::span<row_index const> indices, packed_rows& rows) const {
        *requested_ += indices.size(), rows_.request(indices, rows);
    }
    void collect(packed_rows& rows) const { rows_.collect(rows); }

    std::uint64_t blocks() const { return *blocks_; }
    std::uint64_t requested() const { return *requested_; }

private:
    dense_rows rows_;
    std::shared_ptr<std::uint64_t> blocks_ = std::make_shared<std::uint64_t>(0), requested_ = std::make_shared<std::uint64_t>(0);
};

}  // namespace

TEST_CASE("a whole iteration with the implicit update reads candidates and bright rows, however many rows there are" *
          doctest::test_suite("statistics")) {
    // synthetic, 3 columns; 2000 iterations
    for (row_index const size : {1000u, 100'000u})
        judge([&](trial& run) {
            counted_rows const rows(synthetic_logistic({.rows = size, .columns = 3, .seed = run.seed(30)}));
            posterior const model(logistic{}, gaussian_prior(1), rows);
            anchor const at = find_map(model);
            double const candidates = 5;
            implicit_update const updater({.q = candidates / static_cast<double>(size)});
            auto const chain = make_firefly_chain(joint(model, jaakkola_jordan::anchored(model, at.theta)),
                                                  random_walk({.shape = preconditioner(at.precision)}), updater,
                                                  {.seed = run.seed(31)}, as_view(at.theta));
            std::uint64_t const blocks = rows.blocks(), requested = rows.requested();
            std::vector<double> theta_queries, z_queries;
            for (std::size_t i = 0; i < run.times(2000); ++i) {
                chain->advance();
                theta_queries.push_back(static_cast<double>(chain->current().theta_queries));
                z_queries.push_back(static_cast<double>(chain->current().z.queries));
            }
            CHECK(rows.blocks() == blocks);
            estimate const fetched = independent_mean(z_queries);
            CHECK(static_cast<double>(rows.requested() - requested) ==
                  doctest::Approx(static_cast<double>(run.times(2000)) * fetched.mean));
            run.equal(fetched, candidates);  // the bright ones among a thousand are too few to see
            CHECK(chain_mean(theta_queries).mean < 20);
        });
}

TEST_CASE("an implicit update does as much with a million data as with a thousand, for as many candidates" *
          doctest::test_suite("statistics")) {
    check_same([](double data) { return implicit_update({.q = 20 / data}); });
}

TEST_CASE("an explicit update does as much with a million data as with a thousand, for as many picks" *
          doctest::test_suite("statistics")) {
    check_same([](double data) { return explicit_update({.alpha = 20 / data}); });
    check_same([](double data) { return explicit_distinct({.alpha = 20 / data}); });
}

TEST_CASE("a block of a deterministic sweep costs as much with a million data as with a thousand" *
          doctest::test_suite("statistics")) {
    check_same([](double) { return deterministic_sweep({.block = 20}); });
}
