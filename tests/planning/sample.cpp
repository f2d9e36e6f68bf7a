#include <cstddef>
#include <memory>
#include <ranges>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Rows that count how often a block of them is read.
class counted_rows {
public:
    counted_rows(dense_rows rows, std::shared_ptr<int> reads) : rows_(std::move(rows)), reads_(std::move(reads)) {}

    row_index rows() const { return rows_.rows(); }
    std::size_t columns() const { return rows_.columns(); }
    row_block block(std::size_t i, block_buffer& buffer) const {
        ++*reads_;
        return rows_.block(i, buffer);
    }
    void request(std::span<row_index const> indices, auto& rows) const { rows_.request(indices, rows); }
    void collect(auto& rows) const { rows_.collect(rows); }

private:
    dense_rows rows_;
    std::shared_ptr<int> reads_;
};

dense_rows some_rows() {
    return dense_rows(synthetic_logistic({.rows = 2000, .columns = 3, .seed = 421}));
}

}  // namespace

TEST_CASE("nothing is read before the first draw is asked for") {
    auto const reads = std::make_shared<int>(0);
    auto draws = sample(counted_rows(some_rows(), reads), logistic{}, gaussian_prior(1), {.warm_up = 5});
    auto const first = draws.begin();
    CHECK(*reads == 0);
    CHECK(first->iteration == 0);
    CHECK(*reads > 0);
}

TEST_CASE("a stream of a model and one of its parts are the same") {
    posterior const model(logistic{}, gaussian_prior(1), some_rows());
    auto a = sample(model, {.seed = 3}), b = sample(some_rows(), logistic{}, gaussian_prior(1), {.seed = 3});
    for (int i = 0; i < 20; ++i) CHECK(*a.begin() == *b.begin());
}

TEST_CASE("firefly_chain is always firefly, and regular_chain never is") {
    auto const few = synthetic_posterior(30, 4, 140);  // where `sample` takes regular MCMC
    std::uint64_t least = 30;
    for (draw const& d : firefly_chain(few, {.warm_up = 0}) | std::views::take(50)) least = std::min(least, d.theta_queries);
    CHECK(least < 30);
    for (draw const& d : sample(few, {.warm_up = 0}) | std::views::take(5)) CHECK(d.z == z_stats{});
    for (draw const& d : regular_chain(synthetic_posterior(2000, 3, 422)) | std::views::take(5)) {
        CHECK(d.theta_queries % 2000 == 0);
        CHECK(d.z == z_stats{});
    }
}
