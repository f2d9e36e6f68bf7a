#include <doctest/doctest.h>

#include <algorithm>
#include <barrier>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/temporary_directory.hpp"
#include "support/thread_team.hpp"

using namespace firefly;

namespace {

data_set small_data() {
    return synthetic_logistic({.rows = 300, .columns = 3, .seed = 4});
}

std::vector<double> numbers_of(any_rows const& rows) {
    std::vector<double> numbers;
    block_buffer buffer;
    for (std::size_t i = 0; i < block_count(rows); ++i) {
        auto const block = rows.block(i, buffer);
        for (std::size_t r = 0; r < block.rows.rows; ++r)
            for (double const value : block.rows.common.row(r)) numbers.push_back(value);
    }
    return numbers;
}

}  // namespace

TEST_CASE("rows are those of the data, in eight bytes or rounded to four") {
    auto const data = small_data();
    any_rows const whole{dense_rows(small_data())}, rounded{float_rows(small_data())};
    CHECK(whole.rows() == 300);
    CHECK(whole.columns() == 3);
    CHECK(whole.stored_hash() == std::nullopt);
    auto const exact = numbers_of(whole), near = numbers_of(rounded);
    REQUIRE(exact.size() == 900);
    REQUIRE(near.size() == 900);
    for (std::size_t i = 0; i < exact.size(); ++i) {
        CHECK(exact[i] == data.features.data()[i]);
        CHECK(near[i] == static_cast<double>(static_cast<float>(exact[i])));
    }
}

TEST_CASE("rescaled rows are held by processes in a type that has their digits") {
    column_scale const scale(to_vector(std::vector{0.0, 1.0 / 3, 0.1}));
    testing::run_as_team(2, [&](std::shared_ptr<team const> const& crew) {
        for (bool const early : {true, false}) {
            any_rows whole{float_rows(small_data())};
            any_rows const as_read = whole;
            if (early) whole.rescale(scale);
            any_rows shared = whole.share_out(crew);
            if (!early) shared.rescale(scale);
            any_rows expected = as_read;
            expected.rescale(scale);
            CHECK(numbers_of(shared) == numbers_of(expected));
            crew->meet();
        }
    });
}

TEST_CASE("rows that processes share out are shared until one of them takes them alone") {
    auto const numbers = numbers_of(any_rows(dense_rows(small_data())));
    testing::run_as_team(2, [&](std::shared_ptr<team const> const& crew) {
        any_rows const whole{dense_rows(small_data())}, shared = whole.share_out(crew), mine = shared.alone();
        CHECK(!whole.parts());
        CHECK(!whole.alone().parts());
        CHECK(shared.parts());
        CHECK(!mine.parts());
        CHECK(numbers_of(mine) == numbers);
        crew->meet();
    });
}

TEST_CASE("the last columns of rows may be case numbers, which no scale changes and no share loses") {
    auto const with_cases = [](any_rows rows) {
        rows.set_cases(case_layout(1, {{.column = 0}, {.otherwise = 9}}));
        return rows;
    };
    any_rows rows = with_cases(any_rows(dense_rows(small_data())));
    CHECK(rows.columns() == 2);
    CHECK(rows.layout().target == 3);
    data_set const data = small_data();
    rows.rescale(column_scale(to_vector(std::vector{0.0, 5.0}), to_vector(std::vector{1.0, 2.0})));
    auto const check = [&](any_rows const& some) {
        block_buffer buffer;
        row_block const block = some.block(0, buffer);
        for (std::size_t n = 0; n < 300; ++n) {
            CHECK(block.rows.common.row(n)[1] == (data.features(n, 1) - 5) / 2);
            CHECK(block.target[3 * n] == data.target(n));
            CHECK(block.target[3 * n + 1] == data.features(n, 2));
            CHECK(block.target[3 * n + 2] == 9);
        }
    };
    check(rows);
    check(rows.alone());
    CHECK_THROWS_AS(rows.set_cases(case_layout(3, {{.column = 0}})), invalid_argument);
}
