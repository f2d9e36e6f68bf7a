/// No step of an iteration is O(N): what an update does is counted, with a thousand data and with a million.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

import firefly;
import firefly.testing;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// A source that counts how often it is asked.
class counted_random {
public:
    explicit counted_random(std::uint64_t seed) : random_({.seed = seed}) {}

    bool accept(double x) { return ++calls_, random_.accept(x); }
    std::size_t pick(std::size_t n) { return ++calls_, random_.pick(n); }
    row_index skip(double q) { return ++calls_, random_.skip(q); }
    double uniform() { return ++calls_, random_.uniform(); }
    double exponential() { return ++calls_, random_.exponential(); }
    void normals(vector_out out) { calls_ += out.size(), random_.normals(out); }

    std::uint64_t calls() const { return calls_; }

private:
    random_source random_;
    std::uint64_t calls_ = 0;
};

struct work {
    estimate random, brightness, queries;
};

/// Of an update, on average: 5000 of them, seed 29, from ten bright data on; L̃ such that about `bright` data are bright.
template <class Updater>
work work_of(Updater const& updater, row_index data, double bright) {
    std::vector<row_index> first;
    for (row_index i = 0; i < 10; ++i) first.push_back(i * (data / 10));
    fixed_factors target(std::vector<double>(data, std::log(bright / static_cast<double>(data))), first);
    counted_random random(29);
    std::vector<double> of_random, of_brightness, of_queries;
    auto state = updater.start();
    for (int i = 0; i < 5000; ++i) {
        auto const asked = random.calls(), looked = target.brightness().calls(), fetched = target.queries();
        update(updater, state, target, random);
        of_random.push_back(static_cast<double>(random.calls() - asked));
        of_brightness.push_back(static_cast<double>(target.brightness().calls() - looked));
        of_queries.push_back(static_cast<double>(target.queries() - fetched));
    }
    return {chain_mean(of_random), chain_mean(of_brightness), chain_mean(of_queries)};
}

void check_same(work const& small, work const& large) {
    MESSAGE("random calls: ", small.random.mean, " and ", large.random.mean, "; brightness calls: ", small.brightness.mean, " and ",
            large.brightness.mean, "; queries: ", small.queries.mean, " and ", large.queries.mean);
    // That of a million may differ by the few per cent of data that are bright or picked twice among a thousand.
    for (auto const& [a, b] : {std::pair(small.random, large.random), std::pair(small.brightness, large.brightness),
                               std::pair(small.queries, large.queries)})
        CHECK(std::abs(a.mean - b.mean) < 4 * std::hypot(a.standard_error, b.standard_error) + 0.05 * a.mean);
}

/// Rows in memory that count who reads them. Copies share their counts.
class counted_rows {
public:
    explicit counted_rows(data_set data) : rows_(std::move(data)) {}

    row_index rows() const { return rows_.rows(); }
    std::size_t columns() const { return rows_.columns(); }
    row_block block(std::size_t i, block_buffer& buffer) const { return ++*blocks_, rows_.block(i, buffer); }
    void request(std::span<row_index const> indices, batch& rows) const {
        *requested_ += indices.size(), rows_.request(indices, rows);
    }
    void collect(batch& rows) const { rows_.collect(rows); }

    std::uint64_t blocks() const { return *blocks_; }
    std::uint64_t requested() const { return *requested_; }

private:
    dense_rows rows_;
    std::shared_ptr<std::uint64_t> blocks_ = std::make_shared<std::uint64_t>(0), requested_ = std::make_shared<std::uint64_t>(0);
};

}  // namespace

TEST_CASE("a whole iteration with the implicit update reads candidates and bright rows, however many rows there are") {
    // synthetic, 3 columns, seed 30; 2000 iterations of seed 31
    for (row_index const size : {1000u, 100'000u}) {
        counted_rows const rows(synthetic_logistic({.rows = size, .columns = 3, .seed = 30}));
        posterior const model(logistic{}, gaussian_prior(1), rows);
        anchor const at = find_map(model);
        double const candidates = 5;
        implicit_update const updater({.q = candidates / static_cast<double>(size)});
        auto const chain =
            make_firefly_chain(joint(model, jaakkola_jordan::anchored(model, at.theta)),
                               random_walk({.shape = preconditioner(at.precision)}), updater, {.seed = 31}, as_view(at.theta));
        std::uint64_t const blocks = rows.blocks(), requested = rows.requested();
        std::vector<double> theta_queries, z_queries;
        for (int i = 0; i < 2000; ++i) {
            chain->advance();
            theta_queries.push_back(static_cast<double>(chain->current().theta_queries));
            z_queries.push_back(static_cast<double>(chain->current().z.queries));
        }
        CHECK(rows.blocks() == blocks);
        auto const [mean, error] = independent_mean(z_queries);
        CHECK(static_cast<double>(rows.requested() - requested) == doctest::Approx(2000 * mean));
        CHECK(standard_errors(estimate{mean, error}, candidates) < 4);  // the bright ones among a thousand are too few to see
        CHECK(chain_mean(theta_queries).mean < 20);
    }
}

TEST_CASE("an implicit update does as much with a million data as with a thousand, for as many candidates") {
    double const candidates = 20;
    check_same(work_of(implicit_update({.q = candidates / 1e3}), 1000, 10),
               work_of(implicit_update({.q = candidates / 1e6}), 1'000'000, 10));
}

TEST_CASE("an explicit update does as much with a million data as with a thousand, for as many picks") {
    check_same(work_of(explicit_update({.alpha = 20 / 1e3}), 1000, 10),
               work_of(explicit_update({.alpha = 20 / 1e6}), 1'000'000, 10));
    check_same(work_of(explicit_distinct({.alpha = 20 / 1e3}), 1000, 10),
               work_of(explicit_distinct({.alpha = 20 / 1e6}), 1'000'000, 10));
}

TEST_CASE("a block of a deterministic sweep costs as much with a million data as with a thousand") {
    check_same(work_of(deterministic_sweep({.block = 20}), 1000, 10), work_of(deterministic_sweep({.block = 20}), 1'000'000, 10));
}
