/// What must hold in any team, of threads or of MPI processes: every member calls these, and compares with what it has alone.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external; // xtensor compares

namespace firefly::testing {

using shared_team = std::shared_ptr<team const>;

/// A team whose members can part: what all must call is refused from then on, where it would be waited for.
class parting_team final : public team {
public:
    explicit parting_team(shared_team crew) : crew_(std::move(crew)) {}

    std::size_t size() const final { return crew_->size(); }
    std::size_t rank() const final { return crew_->rank(); }
    std::vector<std::byte> gather(std::span<std::byte const> mine) const final { return everybody().gather(mine); }
    std::shared_ptr<window> open_window(std::size_t bytes) const final { return everybody().open_window(bytes); }
    void meet() const final { everybody().meet(); }

    void part() { have_parted_ = true; }

private:
    team const& everybody() const {
        if (have_parted_) throw std::logic_error("a member calls for all others after they have parted");
        return *crew_;
    }

    shared_team crew_;
    bool have_parted_ = false;
};

/// Meets at the end of a scope, also where a check has failed: the others would wait for ever.
struct meeting_at_end {
    shared_team crew;
    ~meeting_at_end() { crew->meet(); }
};

/// Blocks, and batches in any order.
template <RowSource Mine, RowSource Alone>
void check_rows(Mine const& shared, Alone const& alone) {
    REQUIRE(shared.rows() == alone.rows());
    REQUIRE(shared.columns() == alone.columns());
    block_buffer here, there;
    for (std::size_t i = 0; i < block_count(alone); ++i) {
        row_block const a = shared.block(i, here), b = alone.block(i, there);
        CHECK(a.first == b.first);
        REQUIRE(a.target.size() == b.target.size());
        std::size_t const size = a.rows.rows * alone.columns();
        CHECK(std::ranges::equal(std::span(a.rows.common.elements, size), std::span(b.rows.common.elements, size)));
        CHECK(std::ranges::equal(a.target, b.target));
    }
    packed_rows mine(layout_of(alone)), yours(layout_of(alone));
    std::vector<row_index> const wanted{alone.rows() - 1, 0, 17, alone.rows() / 2, 5, alone.rows() / 3, 17};
    shared.request(wanted, mine);
    shared.collect(mine);
    alone.request(wanted, yours);
    alone.collect(yours);
    CHECK(mine.index == yours.index);
    for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(std::ranges::equal(mine.row(i), yours.row(i)));
    CHECK(mine.target == yours.target);
}

inline void check_shared_rows(shared_team const& crew) {
    data_set const data = synthetic_logistic({.rows = 5 * block_rows + 77, .columns = 3, .seed = 9});
    dense_rows const alone(data);
    check_rows(remote_rows<double>::share_out(crew, alone), alone);
    float_rows const rounded(data);
    check_rows(remote_rows<float>::share_out(crew, rounded), rounded);
    // Fewer blocks than members: some have nothing.
    dense_rows const few(synthetic_logistic({.rows = 20, .columns = 2, .seed = 10}));
    check_rows(remote_rows<double>::share_out(crew, few), few);
}

/// Rows from `first` to `last` of some data.
inline dense_rows cut(data_set const& data, row_index first, row_index last) {
    matrix features = zeros(last - first, data.features.shape(1));
    vector target = zeros(last - first);
    for (row_index n = first; n < last; ++n) {
        for (std::size_t d = 0; d < data.features.shape(1); ++d) features(n - first, d) = data.features(n, d);
        target(n - first) = data.target(n);
    }
    return {std::move(features), std::move(target)};
}

/// Every member brings its own rows, of any number.
inline void check_joined_rows(shared_team const& crew) {
    data_set const data = synthetic_logistic({.rows = 3 * block_rows + 1000, .columns = 3, .seed = 11});
    std::vector<row_index> ends{0};
    for (std::size_t m = 1; m < crew->size(); ++m) ends.push_back(ends.back() + 1 + 4099 * (m % 2));
    ends.push_back(data.target.size());
    dense_rows const alone(data), mine = cut(data, ends[crew->rank()], ends[crew->rank() + 1]);
    auto const shared = remote_rows<double>::join(crew, mine);
    check_rows(shared, alone);
    auto const add = [](vector& sum, row_block const& block) { add_weighted_rows(block.rows, block.target, as_out(sum)); };
    CHECK(sum_over_blocks(shared, zeros(3), add) == sum_over_blocks(alone, zeros(3), add));
}

inline std::vector<draw> take_draws(stream<draw> chain, std::size_t count) {
    std::vector<draw> taken;
    for (draw const& current : chain) {
        taken.push_back(current);
        if (taken.size() == count) break;
    }
    return taken;
}

/// A last member in whose rows no block begins has nothing to do, and all are as if nobody had been missing.
inline void check_a_small_last_member(shared_team const& crew) {
    row_index const rows = 2 * block_rows - 50;
    data_set const data = synthetic_logistic({.rows = rows, .columns = 2, .seed = 21});
    bool const is_last = crew->rank() + 1 == crew->size();
    row_index const each = (rows - 20) / crew->size();
    dense_rows const mine = cut(data, crew->rank() * each, is_last ? rows : (crew->rank() + 1) * each);
    posterior const shared(logistic{}, gaussian_prior{1}, remote_rows<double>::join(crew, mine));
    posterior const alone(logistic{}, gaussian_prior{1}, dense_rows(data));
    plan const ours(shared);
    plan const expected(alone);
    CHECK(ours.reasons() == expected.reasons());
    REQUIRE(take_draws(ours.draws({.seed = 3}), 20) == take_draws(expected.draws({.seed = 3}), 20));
    crew->meet();
}

/// Sums of all kinds, with one thread and two, and of a sample of the blocks.
inline void check_sums(shared_team const& crew) {
    dense_rows const alone(synthetic_logistic({.rows = 70 * block_rows + 5, .columns = 2, .seed = 12}));
    auto const shared = remote_rows<double>::share_out(crew, alone);
    auto const add = [](double& sum, row_block const& block) {
        for (std::size_t i = 0; i < block.rows.rows; ++i) sum += block.rows.common.row(i)[1];
    };
    double const expected = sum_over_blocks(alone, 0.0, add, 1);
    auto const terms = [](row_block const& block, quadratic_terms out) {
        for (std::size_t i = 0; i < block.target.size(); ++i)
            out.constant[i] = out.weight[i] = out.slope[i] = block.rows.common.row(i)[1];
    };
    quadratic const expected_quadratic = sum_quadratics(alone, terms);
    CHECK(sum_over_blocks(shared.alone(), 0.0, add, 1) == expected);
    for (std::size_t const threads : {1, 2}) CHECK(sum_over_blocks(shared, 0.0, add, threads) == expected);
    quadratic const sum = sum_quadratics(shared, terms);
    CHECK(sum.constant() == expected_quadratic.constant());
    CHECK(sum.gradient() == expected_quadratic.gradient());
    CHECK(sum.precision() == expected_quadratic.precision());
    for (std::size_t const stride : {3, 10, 69, 71})
        CHECK(sum_over_blocks(block_sample(shared, stride), 0.0, add) == sum_over_blocks(block_sample(alone, stride), 0.0, add));
}

/// One number a datum, read in any order: also more pages than the cache holds, and two that share a place in it.
inline void check_tables(shared_team const& crew) {
    row_index const rows = 1025 * shared_table<std::uint32_t>::page_size + 300;
    std::vector<row_index> starts;
    for (std::size_t m = 0; m <= crew->size(); ++m)
        starts.push_back(std::min(rows, rows / crew->size() / block_rows * block_rows * m));
    starts.back() = rows;
    auto const parts = std::make_shared<row_partition const>(crew, starts);
    row_share const part{starts[crew->rank()], starts[crew->rank() + 1], rows, parts};
    std::vector<std::uint32_t> mine;
    for (row_index n = part.first; n < part.last; ++n) mine.push_back(static_cast<std::uint32_t>(3 * n + 1));
    shared_table<std::uint32_t> const table(part, std::move(mine));
    CHECK(table.size() == rows);
    std::vector<row_index> const wanted{0, rows - 1, 1024 * 256 + 7, 3, 255, 256, rows / 2, 1024 * 256 + 300, 261};
    std::vector<double> got(wanted.size());
    table.read(wanted, std::span(got));
    for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(got[i] == static_cast<double>(3 * wanted[i] + 1));
    std::uint64_t wrong = 0;
    for (row_index n = 0; n < rows; n += 101) wrong += table[n] != 3 * n + 1;
    CHECK(wrong == 0);

    // A clock strikes the same data, and its segments are as long.
    auto const length = [](row_index n) { return 1e-6 * static_cast<double>(n % 97 + 1); };
    poisson_clock const alone({0, rows, rows}, length), shared(part, length);
    CHECK(shared.total() == alone.total());
    auto const hits = [](poisson_clock const& clock) {
        std::vector<row_index> struck;
        random_source random({.seed = 77});
        for (int i = 0; i < 20; ++i) clock.strike(3, random, [&](row_index n) { struck.push_back(n); });
        return struck;
    };
    CHECK(hits(shared) == hits(alone));
    for (row_index const n : wanted) CHECK(shared.length(n) == alone.length(n));
}

/// The same plan, and draws bit for bit, from rows that a team holds and from rows in memory. Then the members part, and everybody has
/// chains of its own.
template <Likelihood L>
void check_draws(shared_team const& crew, L const& likelihood, data_set const& data, int iterations) {
    choices const by_firefly{.algorithm = algorithm_kind::firefly};
    plan const alone(posterior(likelihood, gaussian_prior{1}, dense_rows(data)), by_firefly);
    auto const members = std::make_shared<parting_team>(crew);
    posterior const model(likelihood, gaussian_prior{1}, remote_rows<double>::share_out(members, dense_rows(data)));
    plan const shared(model, by_firefly);
    CHECK(shared.reasons() == alone.reasons());
    CHECK(shared.at().theta == alone.at().theta);
    CHECK(!shared.target().model().rows().parts());
    members->part();
    meeting_at_end const meeting{crew};
    chain_options const options{.seed = 5, .chain = static_cast<std::uint32_t>(crew->rank()), .warm_up = 20};
    auto const count = static_cast<std::size_t>(iterations);
    auto const mine = take_draws(shared.draws(options), count), expected = take_draws(alone.draws(options), count);
    REQUIRE(mine == expected);
    // From far outside of the region, which nobody else visits: whoever goes there makes its tables alone.
    auto const from_afar = [&](auto const& by) {
        vector start = by.at().theta;
        start(0) += 40 / std::sqrt(static_cast<double>(data.target.size())) * static_cast<double>(crew->rank());
        return take_draws(draws(make_firefly_chain(by.target(), by.kernel(), by.updater(), options, as_view(start))), 5);
    };
    REQUIRE(from_afar(shared) == from_afar(alone));
    // Regular MCMC makes passes over all rows.
    auto const control = [&](auto const& by) { return take_draws(draws(by.make_control(kernel_kind::mala, options)), 5); };
    REQUIRE(control(shared) == control(alone));
    auto const by_hand = [&](auto const& of) {
        return take_draws(regular_chain(of, random_walk({.step = 0.01}), options, as_view(alone.at().theta)), 5);
    };
    REQUIRE(by_hand(model) == by_hand(alone.target().model()));
}

/// A member that has the rows alone makes a plan without the others.
inline void check_a_member_alone(shared_team const& crew) {
    dense_rows const all(synthetic_logistic({.rows = 3 * block_rows + 5, .columns = 3, .seed = 16}));
    auto const members = std::make_shared<parting_team>(crew);
    posterior const shared(logistic{}, gaussian_prior{1}, remote_rows<double>::share_out(members, all));
    members->part();
    meeting_at_end const meeting{crew};
    if (crew->rank() + 1 < crew->size()) return;
    plan const mine(alone(shared));
    plan const expected(posterior(logistic{}, gaussian_prior{1}, all));
    CHECK(mine.reasons() == expected.reasons());
    REQUIRE(take_draws(mine.draws({.seed = 4}), 20) == take_draws(expected.draws({.seed = 4}), 20));
}

inline void check_logistic_draws(shared_team const& crew) {
    check_draws(crew, logistic{}, synthetic_logistic({.rows = 31 * block_rows + 9, .columns = 4, .seed = 13}), 200);
}

/// A number for a target, three classes, and counts.
inline void check_other_draws(shared_team const& crew) {
    data_set data = synthetic_logistic({.rows = 3 * block_rows + 9, .columns = 4, .seed = 14});
    random_source random({.seed = 15});
    random.normals(as_out(data.target));
    check_draws(crew, student_t{}, data, 100);
    for (double& target : data.target) target = static_cast<double>(random.pick(3));
    check_draws(crew, softmax(3), data, 50);
    check_draws(crew, poisson{}, data, 50);
}

}  // namespace firefly::testing
