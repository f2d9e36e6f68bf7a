/// Whether what is predicted happens, through what set-up says of it.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "surveyed.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

using table = std::vector<std::vector<double>>;

/// Column a is 1 in every other row, b in the rest of them; of the former a share of 3/4 has class 1, of the latter 1/4.
table two_kinds(std::size_t rows) {
    table result;
    for (std::size_t i = 0; i < rows; ++i) {
        bool const first = i % 2 == 0;
        result.push_back({i / 2 % 4 < (first ? 3u : 1u) ? 1.0 : 0.0, first ? 1.0 : 0.0, first ? 0.0 : 1.0});
    }
    return result;
}

void check_group(calibration_group const& group, double predicted, double observed, double data) {
    CHECK(group.predicted == doctest::Approx(predicted).epsilon(0.01));
    CHECK(group.observed == doctest::Approx(observed).epsilon(1e-9));
    CHECK(group.error == doctest::Approx(std::sqrt(predicted * (1 - predicted) / data)).epsilon(0.01));
}

}  // namespace

TEST_CASE("rows of equal predictions are one group, with their share and its error") {
    for (model_kind const model : {model_kind::logistic, model_kind::probit}) {
        CAPTURE(name_of(model));
        auto const seen = set_up_table(two_kinds(8000), [&](sample_options& o) { o.model = model; }).seen;
        REQUIRE(seen.calibration.size() == 1);
        REQUIRE(seen.calibration[0].size() == 2);
        check_group(seen.calibration[0][0], 0.25, 0.25, 4000);
        check_group(seen.calibration[0][1], 0.75, 0.75, 4000);
    }
}

TEST_CASE("thresholds find a class and mistake the other, from none to all") {
    // Above the threshold between the two predictions are 3/4 of the one class and 1/4 of the other.
    auto const seen = set_up_table(two_kinds(8000)).seen;
    REQUIRE(seen.roc.size() == 3);
    CHECK(seen.roc[0].mistaken == 0);
    CHECK(seen.roc[0].found == 0);
    CHECK(seen.roc[1].mistaken == doctest::Approx(0.25).epsilon(1e-9));
    CHECK(seen.roc[1].found == doctest::Approx(0.75).epsilon(1e-9));
    CHECK(seen.roc[2].mistaken == 1);
    CHECK(seen.roc[2].found == 1);
}

TEST_CASE("what the model gets wrong is seen") {
    // A prior so narrow that what is certain is predicted to be likely.
    auto rows = two_kinds(8000);
    for (auto& row : rows) row[0] = row[1];
    auto const off = set_up_table(rows, [](sample_options& o) { o.prior_scale = 0.03; }).seen;
    REQUIRE(off.calibration[0].size() == 2);
    CHECK(off.calibration[0][1].observed == 1);
    CHECK(off.calibration[0][1].predicted < 0.9);
}

TEST_CASE("different predictions are ten groups of about the same size, in order") {
    auto rows = coin_tosses(20'000, 1);
    made_normals normal(3);
    for (auto& row : rows) row[0] = row[1] + 0.8 * normal() > 0 ? 1 : 0;
    auto const seen = set_up_table(rows).seen;
    REQUIRE(seen.calibration.size() == 1);
    auto const& found = seen.calibration[0];
    REQUIRE(found.size() == 10);
    for (std::size_t g = 1; g < found.size(); ++g) CHECK(found[g].predicted > found[g - 1].predicted);
    for (auto const& [predicted, observed, error] : found) {
        double const data = predicted * (1 - predicted) / (error * error);  // nearly: within a group predictions differ a little
        CHECK(data > 1400);
        CHECK(data < 3000);
        CHECK(std::abs(observed - predicted) < 5 * error + 0.02);
    }
}

TEST_CASE("every class of a softmax is calibrated") {
    // Of 6 rows that are `first` 3, 2 and 1 have the classes 0, 1 and 2; of the others 2, 2 and 2. None is without rows: a softmax of such data has a
    // posterior that makes most of them bright, and a pilot takes its time.
    table rows;
    std::vector<double> const of_first{0, 0, 0, 1, 1, 2}, of_others{0, 0, 1, 1, 2, 2};
    for (std::size_t i = 0; i < 9000; ++i) {
        bool const first = i % 2 == 0;
        rows.push_back({(first ? of_first : of_others)[i / 2 % 6], first ? 1.0 : 0.0, first ? 0.0 : 1.0});
    }
    auto const seen = set_up_table(rows, [](sample_options& o) { o.model = model_kind::softmax; }).seen;
    REQUIRE(seen.calibration.size() == 3);
    REQUIRE(seen.calibration[0].size() == 2);
    check_group(seen.calibration[0][0], 1.0 / 3, 1.0 / 3, 4500);
    check_group(seen.calibration[0][1], 0.5, 0.5, 4500);
    REQUIRE(seen.calibration[2].size() == 2);
    check_group(seen.calibration[2][0], 1.0 / 6, 1.0 / 6, 4500);
    check_group(seen.calibration[2][1], 1.0 / 3, 1.0 / 3, 4500);
}

TEST_CASE("successes of trials are so many data; weights and offsets count") {
    table rows;
    for (std::size_t i = 0; i < 1000; ++i) rows.push_back({3, 1, 4, i % 2 == 0 ? 2.0 : 0.0});
    auto const seen = set_up_table(rows, [](sample_options& o) {
                          o.model = model_kind::binomial;
                          o.cases.trials = "b";
                          o.cases.weights = "c";
                      }).seen;
    REQUIRE(seen.calibration.size() == 1);
    REQUIRE(seen.calibration[0].size() == 1);
    check_group(seen.calibration[0][0], 0.75, 0.75, 4000);

    rows.clear();
    for (std::size_t i = 0; i < 1000; ++i) rows.push_back({i % 4 == 0 ? 0.0 : 1.0, 1, std::log(3.0)});
    auto const shifted = set_up_table(rows, [](sample_options& o) {
                             o.cases.offset = "b";
                             o.prior_scale = 1e-6;
                         }).seen;
    REQUIRE(shifted.calibration[0].size() == 1);
    check_group(shifted.calibration[0][0], 0.75, 0.75, 1000);
}

TEST_CASE("numbers and counts are not calibrated") {
    CHECK(set_up_table(coin_tosses(300, 2), [](sample_options& o) { o.model = model_kind::poisson; }).seen.calibration.empty());
    CHECK(set_up_table(coin_tosses(300, 2), [](sample_options& o) { o.model = model_kind::gaussian; }).seen.calibration.empty());
}

TEST_CASE("every one of some ordered categories is calibrated") {
    table rows;
    made_normals normal(9);
    for (std::size_t i = 0; i < 9000; ++i) {
        double const a = normal(), u = 0.5 * (1 + std::erf(normal() / std::sqrt(2.0))), hidden = a + std::log(u / (1 - u));
        rows.push_back({hidden < -0.5 ? 0.0 : hidden < 1 ? 1.0 : 2.0, a});
    }
    auto const seen = set_up_table(rows, [](sample_options& o) {
                          o.model = model_kind::ordinal;
                          o.no_intercept = false;
                      }).seen;
    REQUIRE(seen.calibration.size() == 3);
    for (auto const& category : seen.calibration) {
        CHECK(category.size() >= 5);
        for (auto const& [predicted, observed, error] : category) CHECK(std::abs(observed - predicted) < 5 * error);
    }
}
