/// Centres and deviations, seen through the scale that columns are put on.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "support/thread_team.hpp"

import firefly;
import firefly.program.input;

using namespace firefly;
using firefly::program::rescale;

namespace {

/// An intercept and one column of `make(i)`.
template <class Make>
any_rows column_of(std::size_t rows, Make const& make) {
    data_set data{zeros(rows, 2), zeros(rows), {"(intercept)", "x"}, "y", {}};
    for (std::size_t i = 0; i < rows; ++i) {
        data.features(i, 0) = 1;
        data.features(i, 1) = make(static_cast<double>(i));
    }
    return any_rows(dense_rows(std::move(data)));
}

std::vector<double> numbers_of(any_rows const& rows) {
    std::vector<double> result;
    block_buffer buffer;
    for (std::size_t i = 0; i < block_count(rows); ++i) {
        auto const block = rows.block(i, buffer);
        for (std::size_t r = 0; r < block.rows.rows; ++r) result.push_back(block.rows.common.row(r)[1]);
    }
    return result;
}

double whole(double i) {
    return std::fmod(i * 7919, 1009) - 17;
}

}  // namespace

TEST_CASE("a whole number that is added to a column of whole numbers changes no bit of the centred or standardized column") {
    for (bool const standardize : {false, true}) {
        any_rows near = column_of(10'000, whole);
        auto const centre = rescale(near, true, {.centre = true, .standardize = standardize}).columns().centre()(1);
        for (double const offset : {1e9, -1e9, 1.7e9 + 1, 4.0}) {
            any_rows far = column_of(10'000, [&](double i) { return offset + whole(i); });
            auto const scale = rescale(far, true, {.centre = true, .standardize = standardize});
            CHECK(scale.columns().centre()(1) == offset + centre);
            CHECK(numbers_of(far) == numbers_of(near));
        }
    }
}

TEST_CASE("a centre is the mean to a millionth of the range, and a deviation is that about the mean") {
    for (double const offset : {0.0, 1e6, -1e9}) {
        any_rows rows = column_of(5000, [&](double i) { return offset + std::sin(i) * std::exp(std::sin(0.1 * i)); });
        long double sum = 0, squares = 0;
        auto const numbers = numbers_of(rows);
        for (double const x : numbers) sum += x;
        long double const mean = sum / 5000;
        for (double const x : numbers) squares += (x - mean) * (x - mean);
        auto const scale = rescale(rows, true, {.centre = true, .standardize = true}).columns();
        CHECK(static_cast<double>(std::abs(scale.centre()(1) - mean)) < 6e-6);
        CHECK(scale.deviation()(1) == doctest::Approx(static_cast<double>(std::sqrt(squares / 4999))).epsilon(1e-12));
    }
}

TEST_CASE("numbers near the largest do no harm to arithmetic") {
    any_rows rows = column_of(10, [](double i) { return i < 5 ? 1.7e308 : -1.7e308; });
    auto const scale = rescale(rows, true, {.centre = true, .standardize = true}).columns();
    CHECK(scale.centre()(1) == 0);
    CHECK(scale.deviation()(1) == 1);
}

TEST_CASE("processes that share rows find the centres of one process alone, to the last bit") {
    auto const make = [](double i) { return 1e9 + std::sin(i); };
    any_rows alone = column_of(10'000, make);
    auto const expected = rescale(alone, true, {.centre = true, .standardize = true}).columns();
    testing::run_as_team(3, [&](std::shared_ptr<team const> const& crew) {
        any_rows shared = column_of(10'000, make).share_out(crew);
        auto const scale = rescale(shared, true, {.centre = true, .standardize = true}).columns();
        CHECK(scale.centre()(1) == expected.centre()(1));
        CHECK(scale.deviation()(1) == expected.deviation()(1));
        CHECK(numbers_of(shared) == numbers_of(alone));
        crew->meet();
    });
}
