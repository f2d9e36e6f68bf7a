#include <algorithm>
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

/// Categories in runs of up to a few hundred, so that 64 data have no pair, pairs only, or both.
data_set categories(row_index rows, std::size_t columns, std::size_t count, std::uint64_t seed) {
    data_set data = synthetic_logistic({.rows = rows, .columns = columns, .seed = seed});
    random_source random({.seed = seed});
    for (row_index n = 0; n < rows;) {
        bool const mixed = random.pick(3) == 0;
        auto category = static_cast<double>(random.pick(count));
        for (row_index const end = std::min(rows, n + 1 + random.pick(300)); n < end; ++n) {
            if (mixed) category = static_cast<double>(random.pick(count));
            data.target(n) = category;
        }
    }
    return data;
}

struct row_of_datum {
    std::vector<double> row;
    ordinal_place place;
    std::vector<double> target = {1};
};

/// As the model is defined: above (−x, e_j), then below (x, −e_{j−1}).
std::vector<row_of_datum> expand_naively(data_set const& data, std::size_t count) {
    std::vector<row_of_datum> result;
    std::size_t const columns = data.features.shape(1);
    for (row_index n = 0; n < data.target.size(); ++n) {
        auto const category = static_cast<std::size_t>(data.target(n));
        std::vector<double> above(columns + count - 1), below(columns + count - 1);
        for (std::size_t d = 0; d < columns; ++d) {
            above[d] = -data.features(n, d);
            below[d] = data.features(n, d);
        }
        bool const has_above = category + 1 < count;
        if (has_above) {
            above[columns + category] = 1;
            result.push_back({above, {n, false}});
        }
        if (category > 0) {
            below[columns + category - 1] = -1;
            result.push_back({below, {n, has_above}});
        }
    }
    return result;
}

template <RowSource Source>
void check(ordinal_rows<Source> const& rows, std::vector<row_of_datum> const& expected) {
    REQUIRE(rows.rows() == expected.size());
    std::size_t const numbers = layout_of(rows).target;
    block_buffer buffer;
    row_index seen = 0;
    for (std::size_t b = 0; b < block_count(rows); ++b) {
        row_block const block = rows.block(b, buffer);
        REQUIRE(block.first == b * block_rows);
        bool same = true;
        for (std::size_t r = 0; r < block.rows.rows; ++r, ++seen) {
            same = same && std::ranges::equal(block.target.subspan(r * numbers, numbers), expected[seen].target);
            same = same && std::ranges::equal(block.rows.common.row(r), expected[seen].row);
            same = same && rows.place(seen) == expected[seen].place;
        }
        CHECK(same);
    }
    CHECK(seen == expected.size());
    std::vector<row_index> wanted;
    random_source random({.seed = 77});
    for (int i = 0; i < 200; ++i) wanted.push_back(random.pick(expected.size()));
    packed_rows packed(layout_of(rows));
    for (std::size_t const size : {std::size_t{200}, std::size_t{3}, std::size_t{0}}) {  // into memory that was used before
        rows.request(std::span(wanted).first(size), packed);
        rows.collect(packed);
        REQUIRE(packed.size() == size);
        for (std::size_t i = 0; i < size; ++i) {
            CHECK(packed.index[i] == wanted[i]);
            CHECK(std::ranges::equal(vector_view(packed.target).subspan(i * numbers, numbers), expected[wanted[i]].target));
            CHECK(std::ranges::equal(packed.row(i), expected[wanted[i]].row));
        }
    }
}

}  // namespace

TEST_CASE("ordered categories are shown as logistic rows, in blocks and by their numbers, as the model defines them") {
    for (row_index const size : {row_index{1}, row_index{63}, row_index{64}, row_index{65}, block_rows, 3 * block_rows + 77})
        for (std::size_t const count : {2u, 3u, 7u}) {
            CAPTURE(size);
            CAPTURE(count);
            data_set const data = categories(size, 3, count, 41 + size + count);
            auto const expected = expand_naively(data, count);
            ordinal_rows const rows(dense_rows(data), count);
            CHECK(rows.columns() == 3 + count - 1);
            CHECK(rows.categories() == count);
            check(rows, expected);
            double sum = 0;
            for (std::size_t j = 0; j < count; ++j) {
                CHECK(rows.counts()(j) == static_cast<double>(std::ranges::count(data.target, static_cast<double>(j))));
                sum += rows.counts()(j);
            }
            CHECK(sum == static_cast<double>(size));
        }
}

TEST_CASE("data of one kind only have one row each, or two each") {
    for (double const category : {0.0, 1.0, 2.0}) {
        data_set data = synthetic_logistic({.rows = 2 * block_rows + 5, .columns = 2, .seed = 43});
        for (double& target : data.target) target = category;
        check(ordinal_rows(dense_rows(data), 3), expand_naively(data, 3));
    }
}

TEST_CASE("rows that are stored in four bytes, and copied where they are asked for, are expanded too") {
    data_set data = categories(block_rows + 9, 2, 4, 45);
    for (double& x : data.features) x = static_cast<float>(x);
    check(ordinal_rows(float_rows(data), 4), expand_naively(data, 4));
}

TEST_CASE("offsets have the sign of their row's features, weights are those of the data, and a category has the sum of them") {
    for (row_index const size : {row_index{1}, row_index{65}, 2 * block_rows + 77}) {
        CAPTURE(size);
        data_set const data = categories(size, 2, 4, 53 + size);
        vector offset = zeros(size), weight = zeros(size);
        random_source random({.seed = 54});
        random.normals(as_out(offset));
        for (row_index n = 0; n < size; ++n) weight(n) = static_cast<double>(random.pick(4)) / 2;
        auto expected = expand_naively(data, 4);
        for (auto& [row, place, target] : expected) {
            double const category = data.target(place.datum);
            bool const above = !place.second && category < 3;
            target = {1, 1, above ? -offset(place.datum) : offset(place.datum), weight(place.datum)};
        }
        ordinal_rows const rows(rows_with_cases(data.features, data.target, {.offset = offset, .weight = weight}), 4);
        CHECK(rows.columns() == 5);
        check(rows, expected);
        vector sums = zeros(4);
        for (row_index n = 0; n < size; ++n) sums(static_cast<std::size_t>(data.target(n))) += weight(n);
        for (std::size_t j = 0; j < 4; ++j) CHECK(rows.counts()(j) == doctest::Approx(sums(j)));

        // Copied from four bytes, where these numbers have room enough; and without a column of offsets.
        matrix all = zeros(size, 3);
        for (row_index n = 0; n < size; ++n) {
            for (std::size_t d = 0; d < 2; ++d) all(n, d) = static_cast<float>(data.features(n, d));
            all(n, 2) = weight(n);
        }
        case_layout const only_weights(1, {{.otherwise = 0}, {.column = 0}});
        data_set rounded = data;
        for (double& feature : rounded.features) feature = static_cast<float>(feature);
        auto shorter = expand_naively(rounded, 4);
        for (auto& [row, place, target] : shorter) target = {1, 1, 0, weight(place.datum)};
        rounded.features = all;
        check(ordinal_rows(cased_rows(float_rows(rounded), only_weights), 4), shorter);
    }
}

TEST_CASE("a team shares rows with offsets and weights") {
    check_in_teams([](shared_team const& crew) {
        data_set data = categories(3 * block_rows + 77, 4, 3, 55);  // the last two columns are case numbers
        for (row_index n = 0; n < data.target.size(); ++n) data.features(n, 3) = static_cast<double>(n % 3);
        case_layout const layout(2, {{.column = 0}, {.column = 1}});
        ordinal_rows const alone(cased_rows(dense_rows(data), layout), 3);
        ordinal_rows const shared(cased_rows(remote_rows<double>::share_out(crew, dense_rows(data)), layout), 3);
        CHECK(shared.counts() == alone.counts());
        check_rows(shared, alone);
        crew->meet();
    });
}

TEST_CASE("the index is the same for any number of threads") {
    data_set const data = categories(9 * block_rows + 5, 2, 4, 47);
    set_pass_threads(3);
    ordinal_rows const rows(dense_rows(data), 4);
    set_pass_threads(1);
    check(rows, expand_naively(data, 4));
}

TEST_CASE("a team shares logistic rows as it shares the data") {
    check_in_teams([](shared_team const& crew) {
        for (row_index const size : {row_index{20}, 5 * block_rows + 77}) {
            data_set const data = categories(size, 2, 4, 49);
            ordinal_rows const alone(dense_rows(data), 4);
            ordinal_rows const shared(remote_rows<double>::share_out(crew, dense_rows(data)), 4);
            CHECK(shared.counts() == alone.counts());
            check_rows(shared, alone);
            auto const add = [](vector& sum, row_block const& block) { add_weighted_rows(block.rows, block.target, as_out(sum)); };
            CHECK(sum_over_blocks(shared, zeros(5), add) == sum_over_blocks(alone, zeros(5), add));
            CHECK(shared.parts());
            CHECK(!shared.alone().parts());
            CHECK(!shared.alone().source().parts());
            crew->meet();
        }
    });
}

TEST_CASE("a team draws from an ordinal posterior what one draws alone") {
    check_in_teams([](shared_team const& crew) {
        data_set const data = categories(2 * block_rows + 77, 2, 3, 51);
        choices const by_firefly{.algorithm = algorithm_kind::firefly};
        plan const alone(ordinal(gaussian_prior(1), dense_rows(data)), by_firefly);
        auto const members = std::make_shared<parting_team>(crew);
        plan const shared(ordinal(gaussian_prior(1), remote_rows<double>::share_out(members, dense_rows(data))), by_firefly);
        CHECK(shared.at().theta == alone.at().theta);
        members->part();
        meeting_at_end const meeting{crew};
        chain_options const options{.seed = 5, .chain = static_cast<std::uint32_t>(crew->rank()), .warm_up = 5};
        REQUIRE(take_draws(shared.draws(options), 20) == take_draws(alone.draws(options), 20));
    });
}

TEST_CASE("categories are counted, and what is none is refused with its row") {
    dense_rows const three(matrix_of({{1}, {2}, {3}}), vector_of({0, 2, 1}));
    CHECK(count_categories(three) == 3);
    CHECK(count_categories(dense_rows(matrix_of({{1}}), vector_of({0}))) == 1);
    auto const with = [](double target) { return dense_rows(matrix_of({{1}, {2}}), vector_of({0, target})); };
    for (double const target : {-1.0, 0.5, 3.0})
        CHECK_THROWS_WITH_AS(ordinal_rows(with(target), 3), doctest::Contains("ordinal_rows: the target of row 1 is "),
                             invalid_argument);
    CHECK_THROWS_WITH_AS(ordinal_rows(with(3), 3), "ordinal_rows: the target of row 1 is 3; give categories 0, 1, …, 2",
                         invalid_argument);
    CHECK_THROWS_AS(count_categories(with(1.5)), invalid_argument);
    CHECK_THROWS_WITH_AS(ordinal_rows(with(0), 1), "ordinal_rows: there must be at least two categories, got 1", invalid_argument);
}

TEST_CASE("offsets and weights that cannot be are refused with their row, and so are other case numbers") {
    matrix const features = matrix_of({{1}, {2}, {3}});
    vector const target = vector_of({0, 1, 2});
    auto const make = [&](case_columns const& cases) { return ordinal_rows(rows_with_cases(features, target, cases), 3); };
    CHECK_NOTHROW(make({.weight = vector_of({0, 0, 0})}));
    CHECK_THROWS_WITH_AS(make({.weight = vector_of({1, -1, 1})}),
                         "ordinal_rows: the weight of row 1 is -1; it must be finite and not negative", invalid_argument);
    auto const logs = [&](vector const& exposure) {
        matrix all = zeros(3, 2);
        for (std::size_t n = 0; n < 3; ++n) {
            all(n, 0) = features(n, 0);
            all(n, 1) = exposure(n);
        }
        return ordinal_rows(cased_rows(dense_rows(all, target), case_layout(1, {{.column = 0, .is_log = true}, {.otherwise = 1}})),
                            3);
    };
    CHECK_NOTHROW(logs(vector_of({1, 2, 3})));
    CHECK_THROWS_WITH_AS(logs(vector_of({1, 2, 0})),
                         "ordinal_rows: the offset of row 2 is -inf; it must be finite, and exposures must be positive",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(make({.trials = vector_of({1, 1, 1})}),
                         "ordinal_rows: targets have 2 numbers; give the category alone, or with an offset and a weight",
                         invalid_argument);
    CHECK(count_categories(rows_with_cases(features, target, {.weight = vector_of({5, 6, 7})})) == 3);
}
