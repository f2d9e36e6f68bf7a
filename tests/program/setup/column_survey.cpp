/// What is seen in columns, through what set-up says of them.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "surveyed.hpp"

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a column separates where one class ends before all others begin, or just there") {
    auto rows = coin_tosses(200, 2);
    CHECK(set_up_table(rows).seen.separating.empty());
    for (auto& row : rows) row[1] = row[0] == 1 ? 1 + row[1] * row[1] : 1 - row[1] * row[1];
    CHECK(set_up_table(rows).seen.separating == strings{"a"});
    rows[0][1] = 1;  // on the edge: the likelihood still grows for ever
    CHECK(set_up_table(rows).seen.separating == strings{"a"});
    rows[0] = {1, 0.5, 0};
    CHECK(set_up_table(rows).seen.separating.empty());
}

TEST_CASE("an indicator that one class lacks separates, a constant does not") {
    auto rows = coin_tosses(300, 2);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {rows[i][0], rows[i][0] == 1 && i % 7 == 0 ? 1.0 : 0.0, 1.0};
    CHECK(set_up_table(rows).seen.separating == strings{"a"});
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i][1] = i % 7 == 0;
    CHECK(set_up_table(rows).seen.separating.empty());
}

TEST_CASE("of several classes one that lies at an end separates, one in the middle does not") {
    auto rows = coin_tosses(300, 1);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {static_cast<double>(i % 3), std::abs(rows[i][1])};
    auto const softmax = [](sample_options& o) { o.model = model_kind::softmax; };
    CHECK(set_up_table(rows, softmax).seen.separating.empty());
    auto const shift = [&](std::size_t which, double by) {
        auto shifted = rows;
        for (auto& row : shifted)
            if (row[0] == static_cast<double>(which)) row[1] = by - row[1];
        return set_up_table(shifted, softmax).seen.separating;
    };
    CHECK(shift(0, 0) == strings{"a"});
    CHECK(shift(1, 0) == strings{"a"});
    CHECK(shift(2, 0) == strings{"a"});
    CHECK(shift(1, 1).empty());
}

TEST_CASE("a column with one value at an end in all rows that count something separates") {
    for (model_kind const model : {model_kind::poisson, model_kind::negative_binomial}) {
        CAPTURE(name_of(model));
        auto const separating = [&](std::vector<std::vector<double>> const& rows) {
            return set_up_table(rows,
                                [&](sample_options& o) {
                                    o.model = model;
                                    o.size = 2;
                                })
                .seen.separating;
        };
        auto rows = coin_tosses(300, 3);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            bool const rare = i % 7 == 0;
            rows[i] = {rare ? 0.0 : static_cast<double>(i % 4), rare ? 1.0 : 0.0, rare ? 1 + rows[i][1] * rows[i][1] : 1.0,
                       rows[i][2]};
        }
        CHECK(separating(rows) == strings{"a", "b"});
        rows[7][0] = 1;  // one of the rare rows counts something
        CHECK(separating(rows).empty());
        rows[7][0] = 0;
        rows[14][2] = 0;  // on the other side
        CHECK(separating(rows) == strings{"a"});
    }
}

TEST_CASE("where all counts are zero the columns on one side of zero are to blame") {
    auto rows = coin_tosses(300, 3);
    for (auto& row : rows) row = {0, 1, row[1], -row[2] * row[2]};
    auto const poisson = [](sample_options& o) {
        o.model = model_kind::poisson;
        // Without pilots, which took 30 s of processor time here and tell the survey nothing.
        o.how.anchor = anchor_kind::maximum;
        o.how.algorithm = algorithm_kind::firefly;
    };
    CHECK(set_up_table(rows, poisson).seen.separating == strings{"a", "c"});
    rows[5][0] = 3;
    CHECK(set_up_table(rows, poisson).seen.separating.empty());
}

TEST_CASE("a column that tells successes from failures separates, and a row that has both may only be where these meet") {
    auto rows = coin_tosses(300, 2);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = {i % 3 == 0   ? 5.0
                   : i % 3 == 1 ? 0.0
                                : 2.0,
                   i % 3 == 0   ? 1 + std::abs(rows[i][1])
                   : i % 3 == 1 ? -1.0
                                : 1.0,
                   5, rows[i][2]};
    auto const binomial = [](sample_options& o) {
        o.model = model_kind::binomial;
        o.cases.trials = "b";
    };
    CHECK(set_up_table(rows, binomial).seen.separating == strings{"a"});
    rows[2][1] = 1.5;
    CHECK(set_up_table(rows, binomial).seen.separating.empty());
    for (auto& row : rows) row = {5, 1, 5, row[3]};
    CHECK(set_up_table(rows, binomial).seen.separating == strings{"a"});
}

TEST_CASE("columns whose spreads differ by more than a thousand times are uneven, in several blocks and far from zero, too") {
    auto rows = coin_tosses(5000, 3);
    double mean = 0, squares = 0, other_mean = 0, other_squares = 0;
    for (auto& row : rows) {
        row[1] = 1e9 + std::round(row[1] * 1024);  // no digit is lost
        row[2] /= 4;
        row[3] *= 10;
        mean += (row[1] - 1e9) / 5000;
        other_mean += row[2] / 5000;
    }
    for (auto const& row : rows) {
        squares += (row[1] - 1e9 - mean) * (row[1] - 1e9 - mean);
        other_squares += (row[2] - other_mean) * (row[2] - other_mean);
    }
    auto const robust = [](sample_options& o) {
        o.model = model_kind::robust;
        o.noise_scale = 1;
    };
    auto const seen = set_up_table(rows, robust).seen;
    REQUIRE(seen.uneven);
    CHECK(seen.uneven->widest == "a");
    CHECK(seen.uneven->narrowest == "b");
    CHECK(seen.uneven->ratio == doctest::Approx(std::sqrt(squares / other_squares)).epsilon(1e-9));
    CHECK(seen.separating.empty());  // a target of numbers has no classes
    for (auto& row : rows) row[2] *= 6;
    CHECK_FALSE(set_up_table(rows, robust).seen.uneven);
}

TEST_CASE("indicators are not uneven, however rare they are") {
    auto rows = coin_tosses(9000, 2);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = {rows[i][0], 30 * rows[i][1], i == 10 || i == 8000 ? 1.0 : 0.0};
    rows[10][0] = 0;
    rows[8000][0] = 1;
    auto const seen = set_up_table(rows).seen;
    CHECK_FALSE(seen.uneven);
    // A third value, in a block of its own, makes it a column like any other.
    rows[8001][2] = 0.5;
    CHECK(set_up_table(rows).seen.uneven);
}
