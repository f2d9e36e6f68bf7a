#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/team_checks.hpp"
#include "support/thread_team.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

data_set some_data(row_index rows, std::uint64_t seed) {
    data_set data = synthetic_logistic({.rows = rows, .columns = 3, .seed = seed});
    random_source random({.seed = seed});
    random.normals(as_out(data.target));
    for (double& y : data.target) y = 100 + 3 * y;
    return data;
}

/// Rows with an offset and a weight that are columns, of data with five features.
struct adjusted_data {
    data_set data;
    vector offset, weight;

    explicit adjusted_data(row_index rows) : data(some_data(rows, 61)), offset(zeros(rows)), weight(zeros(rows)) {
        random_source random({.seed = 62});
        random.normals(as_out(offset));
        for (double& w : weight) w = static_cast<double>(random.pick(4));
    }
    auto rows() const { return rows_with_cases(data.features, data.target, {.offset = offset, .weight = weight}); }
};

/// `target(n)` are the numbers that row n should have for its target, `last(n)` its last column.
template <RowSource Source>
void check(noise_rows<Source> const& rows, matrix const& features, auto const& target, auto const& last) {
    std::size_t const columns = features.shape(1), numbers = layout_of(rows).target;
    REQUIRE(rows.columns() == columns + 1);
    REQUIRE(rows.rows() == features.shape(0));
    auto const is_right = [&](row_index n, vector_view row, vector_view numbers_of_row) {
        return std::equal(row.begin(), row.end() - 1, &features(n, 0)) && row[columns] == last(n) &&
               std::ranges::equal(numbers_of_row, target(n));
    };
    block_buffer buffer;
    for (int turn = 0; turn < 2; ++turn)  // into a buffer that was used before
        for (std::size_t b = 0; b < block_count(rows); ++b) {
            row_block const block = rows.block(b, buffer);
            REQUIRE(block.first == b * block_rows);
            bool same = true;
            for (std::size_t r = 0; r < block.rows.rows; ++r)
                same = same && is_right(block.first + r, block.rows.common.row(r), block.target.subspan(r * numbers, numbers));
            CHECK(same);
        }
    std::vector<row_index> wanted;
    random_source random({.seed = 77});
    for (int i = 0; i < 200; ++i) wanted.push_back(random.pick(rows.rows()));
    packed_rows packed(layout_of(rows)), kept(layout_of(rows));
    for (std::size_t const size : {std::size_t{200}, std::size_t{3}, std::size_t{0}}) {  // into memory that was used before
        rows.request(std::span(wanted).first(size), packed);
        CHECK(packed.columns() == columns + 1);
        rows.collect(packed);
        REQUIRE(packed.size() == size);
        REQUIRE(packed.columns() == columns + 1);
        for (std::size_t i = 0; i < size; ++i) {
            CHECK(packed.index[i] == wanted[i]);
            CHECK(is_right(wanted[i], packed.row(i), vector_view(packed.target).subspan(i * numbers, numbers)));
            kept.append(packed, i);
        }
    }
    for (std::size_t i = 0; i < kept.size(); ++i)
        CHECK(is_right(kept.index[i], kept.row(i), vector_view(kept.target).subspan(i * numbers, numbers)));
}

template <RowSource Source>
void check(noise_rows<Source> const& rows, data_set const& data) {
    check(rows, data.features, [](row_index) { return std::vector<double>{0}; }, [&](row_index n) { return -data.target(n); });
}

}  // namespace

TEST_CASE("a target becomes the last column, negated, in blocks and where rows are asked for") {
    for (row_index const size : {row_index{1}, row_index{65}, block_rows, 2 * block_rows + 77}) {
        data_set const data = some_data(size, 41 + size);
        check(noise_rows(dense_rows(data)), data);
    }
}

TEST_CASE("a target that is stored in four bytes is the same number in every row that is made of it") {
    data_set data = some_data(block_rows + 9, 45);
    float_rows const stored(data);
    block_buffer buffer;
    for (double& x : data.features) x = static_cast<float>(x);
    for (std::size_t b = 0; b < 2; ++b) {
        row_block const block = stored.block(b, buffer);
        for (std::size_t r = 0; r < block.target.size(); ++r) data.target(block.first + r) = block.target[r];
    }
    check(noise_rows(stored), data);
}

TEST_CASE("an offset joins the target, a weight stays, and so do columns that hold either") {
    adjusted_data const some(block_rows + 77);
    check(
        noise_rows(some.rows()), some.data.features, [&](row_index n) { return std::vector<double>{0, 0, some.weight(n)}; },
        [&](row_index n) { return -(some.data.target(n) - some.offset(n)); });
}

TEST_CASE("moments of targets are those of the definition, with offsets and weights, and keep their digits far from zero") {
    adjusted_data some(3 * block_rows + 5);
    for (double& y : some.data.target) y += 1e7;
    target_moments const found = moments_of_targets(some.rows());
    long double weight = 0, sum = 0, squares = 0;
    for (row_index n = 0; n < some.offset.size(); ++n) {
        weight += some.weight(n);
        sum += static_cast<long double>(some.weight(n)) * (some.data.target(n) - some.offset(n));
    }
    for (row_index n = 0; n < some.offset.size(); ++n) {
        long double const d = some.data.target(n) - some.offset(n) - sum / weight;
        squares += some.weight(n) * d * d;
    }
    CHECK(found.weight == static_cast<double>(weight));
    CHECK(found.mean == doctest::Approx(static_cast<double>(sum / weight)).epsilon(1e-14));
    CHECK(found.deviation() == doctest::Approx(static_cast<double>(std::sqrt(squares / weight))).epsilon(1e-8));
    CHECK(found.root_mean_square() == doctest::Approx(std::hypot(found.mean, found.deviation())));
    CHECK(moments_of_targets(dense_rows(matrix_of({{1}}), vector_of({-3}))).root_mean_square() == 3);
    CHECK(target_moments{}.deviation() == 0);
}

TEST_CASE("a team shares rows with noise as it shares the data") {
    check_in_teams([](shared_team const& crew) {
        for (row_index const size : {row_index{20}, 5 * block_rows + 77}) {
            data_set const data = some_data(size, 49);
            noise_rows const alone{dense_rows(data)};
            noise_rows const shared(remote_rows<double>::share_out(crew, dense_rows(data)));
            check_rows(shared, alone);
            CHECK(moments_of_targets(shared.source()).squares == moments_of_targets(alone.source()).squares);
            CHECK(shared.parts());
            CHECK(!shared.alone().parts());
            CHECK(!shared.alone().source().parts());
            crew->meet();
        }
    });
}

TEST_CASE("a team draws from a posterior with noise what one draws alone") {
    check_in_teams([](shared_team const& crew) {
        data_set const data = some_data(2 * block_rows + 77, 51);
        choices const by_firefly{.algorithm = algorithm_kind::firefly};
        plan const alone(with_noise(student_t(), gaussian_prior(1), 1, dense_rows(data)), by_firefly);
        auto const members = std::make_shared<parting_team>(crew);
        plan const shared(with_noise(student_t(), gaussian_prior(1), 1, remote_rows<double>::share_out(members, dense_rows(data))),
                          by_firefly);
        CHECK(shared.at().theta == alone.at().theta);
        members->part();
        meeting_at_end const meeting{crew};
        chain_options const options{.seed = 5, .chain = static_cast<std::uint32_t>(crew->rank()), .warm_up = 5};
        REQUIRE(take_draws(shared.draws(options), 20) == take_draws(alone.draws(options), 20));
    });
}

TEST_CASE("successes of some trials have no noise") {
    auto const rows = rows_with_cases(matrix_of({{1}, {2}}), vector_of({1, 0}), {.trials = vector_of({2, 3})});
    CHECK_THROWS_WITH_AS(noise_rows{rows},
                         "noise_rows: a target of two numbers, such as successes and trials, has no noise with a scale",
                         invalid_argument);
    CHECK_THROWS_AS(moments_of_targets(rows), invalid_argument);
}
