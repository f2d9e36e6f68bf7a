/// Offsets and weights of data, through what set-up makes of them.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "surveyed.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

using table = std::vector<std::vector<double>>;

/// Counts with means that grow with column a; column b is a weight or an exposure, column c is one.
table counted(std::function<double(std::size_t)> const& b) {
    made_normals normal(5);
    table rows;
    for (std::size_t i = 0; i < 400; ++i) {
        double const a = normal() / 2, mean = 4 * std::exp(a);
        rows.push_back({std::max(0.0, std::round(mean + 2 * std::sqrt(mean) * normal())) + 1, a, b(i), 1});
    }
    return rows;
}

/// As a table has them without column b, each row as often as that says.
table repeated(table const& rows) {
    table result;
    for (auto const& row : rows)
        for (double k = 0; k < row[2]; ++k) result.push_back({row[0], row[1], row[3]});
    return result;
}

auto of_model(model_kind model) {
    return [model](sample_options& o) {
        o.model = model;
        o.prior_scale = 2;
        o.noise_scale = o.size = o.shape = std::nullopt;
    };
}

/// With column b for weights, another model finds what it finds in the repeated rows.
void check_weights(model_kind model) {
    CAPTURE(name_of(model));
    table const rows = counted([](std::size_t i) { return static_cast<double>(i % 4); });
    auto const weighted = set_up_table(rows, [&](sample_options& o) {
        of_model(model)(o);
        o.cases.weights = "b";
    });
    auto const whole = set_up_table(repeated(rows), of_model(model));
    REQUIRE(weighted.at);
    REQUIRE(whole.at);
    CHECK(weighted.columns == strings{"a", "c"});
    CHECK(weighted.spread == doctest::Approx(whole.spread).epsilon(1e-4));
    for (std::size_t j = 0; j < 2; ++j) CHECK(weighted.at->theta(j) == doctest::Approx(whole.at->theta(j)).epsilon(1e-3));
    for (std::size_t j = 0; j < 2; ++j)
        CHECK(weighted.at->precision.lower()(j, j) == doctest::Approx(whole.at->precision.lower()(j, j)).epsilon(1e-3));
    CHECK(weighted.seen.dispersion.has_value() == whole.seen.dispersion.has_value());
    if (whole.seen.dispersion) {
        CHECK(weighted.seen.dispersion->ratio == doctest::Approx(whole.seen.dispersion->ratio).epsilon(1e-3));
        CHECK(weighted.seen.dispersion->error == doctest::Approx(whole.seen.dispersion->error).epsilon(1e-3));
        CHECK(weighted.seen.zeros->found == whole.seen.zeros->found);
        CHECK(weighted.seen.zeros->expected == doctest::Approx(whole.seen.zeros->expected).epsilon(1e-3));
    }
}

}  // namespace

TEST_CASE("weights count rows as often as they say, in every model's maximum and in all that is found before it") {
    for (model_kind const model : {model_kind::poisson, model_kind::negative_binomial, model_kind::gamma, model_kind::gaussian,
                                   model_kind::robust, model_kind::huber, model_kind::log_cosh})
        check_weights(model);
}

TEST_CASE("rows of classes count as often as their weights say, in the maximum, in calibration and in held-out scores") {
    table rows = counted([](std::size_t i) { return static_cast<double>(i % 4); });
    for (auto& row : rows) row = {std::min(2.0, std::floor(row[0] / 4)), row[1], row[2], row[1] * row[1]};
    for (model_kind const model : {model_kind::softmax, model_kind::ordinal}) {
        CAPTURE(name_of(model));
        auto const as = [&](bool weighted, std::optional<double> scale) {
            return set_up_table(weighted ? rows : repeated(rows), [&](sample_options& o) {
                o.model = model;
                o.no_intercept = model == model_kind::softmax;
                o.no_center = true;
                o.prior_scale = scale;
                if (weighted) o.cases.weights = "b";
            });
        };
        auto const weighted = as(true, 2), whole = as(false, 2);
        REQUIRE(weighted.at);
        REQUIRE(weighted.at->theta.size() == whole.at->theta.size());
        for (std::size_t j = 0; j < whole.at->theta.size(); ++j)
            CHECK(weighted.at->theta(j) == doctest::Approx(whole.at->theta(j)).epsilon(1e-3));
        REQUIRE(weighted.seen.calibration.size() == 3);
        for (std::size_t k = 0; k < 3; ++k) {
            auto const &mine = weighted.seen.calibration[k], &yours = whole.seen.calibration[k];
            REQUIRE(mine.size() == yours.size());
            for (std::size_t g = 0; g < mine.size(); ++g) {
                CHECK(mine[g].predicted == doctest::Approx(yours[g].predicted).epsilon(1e-3));
                CHECK(mine[g].observed == doctest::Approx(yours[g].observed).epsilon(1e-6));
                CHECK(mine[g].error == doctest::Approx(yours[g].error).epsilon(1e-3));
            }
        }
        CHECK(as(true, std::nullopt).prior_scale > 0);
    }
}

TEST_CASE(
    "an offset of ordered categories moves their cutpoints where it is the same for all, and is a column whose coefficient is one") {
    table rows = counted([](std::size_t) { return 0.7; });
    for (auto& row : rows) row = {std::min(2.0, std::floor(row[0] / 4)), row[1], row[2]};
    auto const as = [&](table const& data, bool shifted) {
        return set_up_table(data, [&](sample_options& o) {
            o.model = model_kind::ordinal;
            o.no_intercept = false;
            o.no_center = true;
            o.prior_scale = 1e3;
            if (shifted) o.cases.offset = "b";
        });
    };
    table without;
    for (auto const& row : rows) without.push_back({row[0], row[1]});
    auto const plain = as(without, false), moved = as(rows, true);
    CHECK(moved.at->theta(0) == doctest::Approx(plain.at->theta(0)).epsilon(1e-4));
    for (std::size_t j = 1; j < 3; ++j) CHECK(moved.at->theta(j) == doctest::Approx(plain.at->theta(j) + 0.7).epsilon(1e-4));
    REQUIRE(moved.seen.calibration.size() == 3);
    for (std::size_t g = 0; g < plain.seen.calibration[1].size(); ++g)
        CHECK(moved.seen.calibration[1][g].predicted == doctest::Approx(plain.seen.calibration[1][g].predicted).epsilon(1e-3));
    for (auto& row : rows) row[2] = 0.4 * row[1];
    CHECK(as(rows, true).at->theta(0) == doctest::Approx(plain.at->theta(0) - 0.4).epsilon(1e-4));
}

TEST_CASE("a category all of whose rows weigh nothing is refused by its name") {
    table rows = counted([](std::size_t) { return 1; });
    for (auto& row : rows) {
        row[0] = std::min(2.0, std::floor(row[0] / 4));
        row[2] = row[0] == 1 ? 0 : 2;
    }
    CHECK_THROWS_WITH_AS(
        set_up_table(rows,
                     [](sample_options& o) {
                         o.model = model_kind::ordinal;
                         o.no_intercept = false;
                         o.cases.weights = "b";
                     }),
        "--weights: all rows of the category \"1\" have weight 0, so that nothing holds its cutpoints; leave these "
        "rows out",
        invalid_argument);
}

TEST_CASE("an exposure is an offset whose logarithm is taken, and an offset of a target with noise is taken off") {
    table rows = counted([](std::size_t i) { return static_cast<double>(1 + i % 3); });
    auto const exposed = set_up_table(rows, [](sample_options& o) {
        of_model(model_kind::poisson)(o);
        o.cases.exposure = "b";
    });
    for (auto& row : rows) row[2] = std::log(row[2]);
    auto const shifted = set_up_table(rows, [](sample_options& o) {
        of_model(model_kind::poisson)(o);
        o.cases.offset = "b";
    });
    CHECK(exposed.at->theta(0) == doctest::Approx(shifted.at->theta(0)).epsilon(1e-9));
    CHECK(exposed.seen.dispersion->ratio == doctest::Approx(shifted.seen.dispersion->ratio).epsilon(1e-9));

    auto const noisy = set_up_table(rows, [](sample_options& o) {
        of_model(model_kind::robust)(o);
        o.cases.offset = "b";
    });
    table less;
    for (auto const& row : rows) less.push_back({row[0] - row[2], row[1], row[3]});
    auto const taken_off = set_up_table(less, of_model(model_kind::robust));
    // The maximum is known to a hundredth of a standard deviation or so.
    CHECK(noisy.spread == doctest::Approx(taken_off.spread).epsilon(1e-3));
    CHECK(noisy.at->theta(1) == doctest::Approx(taken_off.at->theta(1)).epsilon(1e-3));
}

TEST_CASE("successes of some trials are so many classes") {
    table const rows = counted([](std::size_t i) { return static_cast<double>(200 + i % 5); });
    auto const of_trials = set_up_table(rows, [](sample_options& o) {
        o.model = model_kind::binomial;
        o.cases.trials = "b";
    });
    table tosses;
    for (auto const& row : rows)
        for (double k = 0; k < row[2]; ++k) tosses.push_back({k < row[0] ? 1.0 : 0.0, row[1], row[3]});
    auto const one_by_one = set_up_table(tosses);
    for (std::size_t j = 0; j < 2; ++j) CHECK(of_trials.at->theta(j) == doctest::Approx(one_by_one.at->theta(j)).epsilon(1e-3));
}
