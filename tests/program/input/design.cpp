#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

import firefly.external; // xtensor compares
import firefly;
import firefly.program.input;

using namespace firefly;
using firefly::program::column_changes;
using firefly::program::odd_columns;
using firefly::program::rescale;
using strings = std::vector<std::string>;

namespace {

constexpr std::size_t rows = 200;

/// An intercept and two columns that vary; `change(row, i)` puts in what is odd.
template <class Change>
data_set make_data(std::size_t columns, Change const& change) {
    data_set data = synthetic_logistic({.rows = rows, .columns = columns, .seed = 2});
    for (std::size_t i = 0; i < rows; ++i) change(data.features.data() + i * columns, i);
    return data;
}

strings oddities(data_set data, bool intercept = true) {
    auto const columns = data.columns;
    return odd_columns(any_rows(dense_rows(std::move(data))), columns, intercept);
}

}  // namespace

TEST_CASE("columns that vary and are independent are not odd") {
    CHECK(oddities(make_data(3, [](double*, std::size_t) {})) == strings{});
}

TEST_CASE("a constant column is named") {
    CHECK(oddities(make_data(3, [](double* row, std::size_t) { row[2] = 5; })) ==
          strings{"column \"x2\" has the same value in every row: the prior alone decides its coefficient"});
    // Without an intercept it takes its place, unless it is zero.
    CHECK(oddities(make_data(3, [](double* row, std::size_t) { row[2] = 5; }), false) ==
          strings{"column \"x2\" can be computed from the columns before: the prior alone tells them apart"});
    CHECK(oddities(make_data(3, [](double* row, std::size_t) { row[2] = 0; }), false) ==
          strings{"column \"x2\" has the same value in every row: the prior alone decides its coefficient"});
}

TEST_CASE("columns that depend linearly on others are named") {
    CHECK(oddities(make_data(4, [](double* row, std::size_t) { row[3] = 2 * row[1] - row[2] + 7; })) ==
          strings{"column \"x3\" can be computed from the columns before: the prior alone tells them apart"});
    CHECK(oddities(make_data(5, [](double* row, std::size_t) {
              row[3] = row[1];
              row[4] = row[2];
          })) == strings{"2 columns: \"x3\", \"x4\" can be computed from the columns before: the prior alone tells them apart"});
}

TEST_CASE("fewer rows than columns are said, and dependence is not looked for") {
    auto const data = synthetic_logistic({.rows = 4, .columns = 6, .seed = 1});
    CHECK(oddities(data) == strings{"there are fewer rows (4) than columns (6): the prior decides much"});
}

TEST_CASE("an odd column among very many rows is found, and one that only seems odd is not") {
    // More blocks than are tried first.
    data_set data = synthetic_logistic({.rows = 100'000, .columns = 3, .seed = 3});
    for (std::size_t i = 0; i < 100'000; ++i) data.features(i, 2) = 1;
    CHECK(oddities(data).size() == 1);
    data.features(99'999, 2) = 2;
    CHECK(oddities(data).empty());
}

TEST_CASE("dependence is that of centred columns: offsets neither make nor hide it") {
    auto const shift = [](double* row, std::size_t) {
        row[1] += 1e9;
        row[2] += 1e9;
    };
    CHECK(oddities(make_data(3, shift)) == strings{});
    CHECK(oddities(make_data(4, [&](double* row, std::size_t i) {
              row[1] = static_cast<double>(i % 11);
              row[3] = 2 * row[1] + row[2] + 1e9;
              row[1] += 1e9;
          })) == strings{"column \"x3\" can be computed from the columns before: the prior alone tells them apart"});
}

namespace {

/// Columns after a change, and the way back.
struct changed {
    matrix features;
    column_scale scale;
};

changed change(data_set data, bool intercept, column_changes changes) {
    changed result{data.features, {}};
    any_rows source(dense_rows(std::move(data)));
    result.scale = rescale(source, intercept, changes).columns();
    block_buffer buffer;
    auto const block = source.block(0, buffer);
    std::ranges::copy_n(block.rows.common.elements, static_cast<std::ptrdiff_t>(result.features.size()), result.features.data());
    return result;
}

}  // namespace

TEST_CASE("standardized columns have mean 0 and standard deviation 1; the intercept stays, and constant ones are only shifted") {
    auto const data = make_data(4, [](double* row, std::size_t i) {
        row[1] = 100 + 3 * static_cast<double>(i);
        row[3] = 5;
    });
    auto const [features, scale] = change(data, true, {.centre = true, .standardize = true});
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        sum += features(i, 1);
        squares += features(i, 1) * features(i, 1);
        CHECK(features(i, 0) == 1);
        CHECK(features(i, 3) == 0);
        CHECK(features(i, 1) * scale.deviation()(1) + scale.centre()(1) == doctest::Approx(data.features(i, 1)).epsilon(1e-12));
    }
    CHECK(std::abs(sum) < 1e-10);
    CHECK(squares / (rows - 1) == doctest::Approx(1).epsilon(1e-12));
    CHECK(scale.centre()(0) == 0);
    CHECK(scale.deviation()(0) == 1);
    CHECK(scale.deviation()(3) == 1);
}

TEST_CASE("centred columns have mean 0 and keep their spread") {
    auto const data = make_data(2, [](double* row, std::size_t i) { row[1] = 1e9 + 3 * static_cast<double>(i); });
    auto const [features, scale] = change(data, true, {.centre = true});
    CHECK(scale.deviation().size() == 0);
    CHECK(scale.centre()(1) == 1e9 + 1.5 * (rows - 1));
    CHECK(features(0, 0) == 1);
    CHECK(features(0, 1) == -1.5 * (rows - 1));
    CHECK(features(rows - 1, 1) == 1.5 * (rows - 1));
}

TEST_CASE("columns that are not to be centred are scaled but not shifted, and without any change nothing is touched") {
    auto const data = make_data(2, [](double* row, std::size_t i) { row[0] = 100 + static_cast<double>(i); });
    auto const [features, scale] = change(data, false, {.standardize = true});
    CHECK(scale.centre()(0) == 0);
    CHECK(features(0, 0) == doctest::Approx(100 / scale.deviation()(0)));
    auto const untouched = change(data, false, {});
    CHECK_FALSE(untouched.scale.changes());
    CHECK(untouched.features == data.features);
}
