/// Every likelihood put together, through what set-up makes of it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "surveyed.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

/// A target for each row of two standard normal columns, of which `make` is told the predictor ½a − b.
template <class Make>
std::vector<std::vector<double>> table_of(std::size_t rows, Make const& make) {
    auto result = coin_tosses(rows, 2, 4);
    made_normals normal(5);
    for (auto& row : result) row[0] = make(0.5 * row[1] - row[2], normal());
    return result;
}

model_setup pose_as(model_kind model, std::vector<std::vector<double>> const& rows) {
    return set_up_table(rows, [model](sample_options& o) { o.model = model; });
}

/// With a posterior as skewed as that of separated classes pilots take long, and they have nothing to do with what is found before them.
void leave_out_pilots(sample_options& options) {
    options.how.algorithm = algorithm_kind::firefly;
    options.how.anchor = anchor_kind::maximum;
}

}  // namespace

TEST_CASE("every model of numbers finds the coefficients its targets were made with") {
    auto const line = table_of(2000, [](double eta, double noise) { return eta + 0.1 * noise; });
    auto const growth = table_of(2000, [](double eta, double noise) { return std::exp(eta + 0.1 * noise); });
    auto const counts =
        table_of(2000, [](double eta, double noise) { return std::max(0.0, std::round(std::exp(3 + eta) + noise)); });
    auto const check = [](model_kind model, auto const& rows, double error) {
        CAPTURE(name_of(model));
        auto const setup = pose_as(model, rows);
        REQUIRE(setup.at);
        vector theta = setup.at->theta;
        setup.to_data_scale(theta);
        CHECK(theta(0) == doctest::Approx(0.5).epsilon(error));
        CHECK(theta(1) == doctest::Approx(-1).epsilon(error));
        CHECK_FALSE(setup.separated);
    };
    for (model_kind const model : {model_kind::robust, model_kind::gaussian, model_kind::log_cosh, model_kind::huber})
        check(model, line, 0.05);
    check(model_kind::gamma, growth, 0.05);
    auto const with_ones = [](auto rows) {
        for (auto& row : rows) row.push_back(1);
        return rows;
    };
    for (model_kind const model : {model_kind::poisson, model_kind::negative_binomial}) check(model, with_ones(counts), 0.05);
}

TEST_CASE("two classes that a plane separates are told of every model of them, and one row mends it") {
    for (model_kind const model : {model_kind::logistic, model_kind::probit, model_kind::cloglog}) {
        CAPTURE(name_of(model));
        auto rows = table_of(300, [](double eta, double) { return eta > 0 ? 1.0 : 0.0; });
        // With some room between them: the plane of equal chances, which is looked at, is not the same for all models.
        std::erase_if(rows, [](auto const& row) { return std::abs(0.5 * row[1] - row[2]) < 0.5; });
        auto const separated = [&] {
            return set_up_table(rows,
                                [&](sample_options& o) {
                                    o.model = model;
                                    if (model != model_kind::logistic) leave_out_pilots(o);
                                })
                .separated;
        };
        CHECK(separated());
        rows[3][0] = 1 - rows[3][0];
        CHECK_FALSE(separated());
    }
}

TEST_CASE("successes that a plane separates from failures are told, and classes with offsets and weights") {
    auto rows = table_of(200, [](double eta, double) { return eta > 0 ? 4.0 : 0.0; });
    for (auto& row : rows) row.push_back(4);
    auto const binomial = [](sample_options& o) {
        o.model = model_kind::binomial;
        o.cases.trials = "c";
    };
    CHECK(set_up_table(rows, binomial).separated);
    rows[3][0] = 2;
    CHECK_FALSE(set_up_table(rows, binomial).separated);

    auto classes = table_of(200, [](double eta, double) { return eta > 0 ? 1.0 : 0.0; });
    for (auto& row : classes) row.insert(row.end(), {0.0, 1.0});
    auto const adjusted = [](sample_options& o) {
        o.cases.offset = "c";
        o.cases.weights = "d";
    };
    CHECK(set_up_table(classes, adjusted).separated);
    classes[3][0] = 1 - classes[3][0];
    CHECK_FALSE(set_up_table(classes, adjusted).separated);
    classes[3][4] = 0;  // without a weight it does not count
    CHECK(set_up_table(classes, adjusted).separated);
    // An offset that says it all is no plane.
    for (auto& row : classes) row = {row[0], row[1] * row[1], row[2] * row[2], row[0] == 1 ? 9.0 : -9.0, 1};
    CHECK_FALSE(set_up_table(classes, adjusted).separated);
}

TEST_CASE("classes and ordered categories with weights are separated where they are without those that weigh nothing") {
    for (model_kind const model : {model_kind::softmax, model_kind::ordinal}) {
        CAPTURE(name_of(model));
        auto rows = table_of(300, [](double eta, double) { return eta > 1 ? 2.0 : eta > -1 ? 1.0 : 0.0; });
        auto const near_edge = [](auto const& row) {
            double const eta = 0.5 * row[1] - row[2];
            return std::abs(eta - 1) < 0.3 || std::abs(eta + 1) < 0.3;
        };
        std::erase_if(rows, near_edge);
        for (auto& row : rows) row.insert(row.end(), {1.0, 2.0});  // an intercept for the softmax
        auto const separated = [&] {
            return set_up_table(rows,
                                [&](sample_options& o) {
                                    o.model = model;
                                    o.no_intercept = model == model_kind::softmax;
                                    o.prior_scale = 20;
                                    o.cases.weights = "d";
                                    if (model == model_kind::ordinal) o.features = {"a", "b"};
                                    leave_out_pilots(o);
                                })
                .separated;
        };
        CHECK(separated());
        auto const middle = std::ranges::find(rows, 1.0, [](auto const& row) { return row[0]; });
        (*middle)[0] = std::abs(0.5 * (*middle)[1] - (*middle)[2]) < 0.5 ? 2 : 0;
        bool const is_wrong = separated();
        CHECK_FALSE(is_wrong);
        (*middle)[4] = 0;
        CHECK(separated());
    }
}

TEST_CASE("the prior scale by held-out rows serves every model") {
    auto const counts = table_of(300, [](double eta, double noise) { return std::max(0.0, std::round(std::exp(eta) + noise)); });
    for (model_kind const model : {model_kind::poisson, model_kind::negative_binomial, model_kind::gaussian, model_kind::huber}) {
        CAPTURE(name_of(model));
        auto const setup = set_up_table(counts, [model](sample_options& o) {
            o.model = model;
            o.prior_scale = std::nullopt;
        });
        CHECK(setup.prior_scale >= 0.01);
    }
}

TEST_CASE("the maximum of least squares is that of the normal equations with the prior's part") {
    auto const rows = table_of(500, [](double eta, double noise) { return eta + 2 * noise; });
    auto const setup = set_up_table(rows, [](sample_options& o) {
        o.model = model_kind::gaussian;
        o.noise_scale = 2;
        o.prior_scale = 0.3;
    });
    // (XᵀX/s² + I/τ²) θ = Xᵀt/s²
    double a = 1 / 0.09, b = 0, c = 1 / 0.09, u = 0, v = 0;
    for (auto const& row : rows) {
        a += row[1] * row[1] / 4;
        b += row[1] * row[2] / 4;
        c += row[2] * row[2] / 4;
        u += row[1] * row[0] / 4;
        v += row[2] * row[0] / 4;
    }
    REQUIRE(setup.at);
    double const determinant = a * c - b * b;
    CHECK(setup.at->theta(0) == doctest::Approx((c * u - b * v) / determinant).epsilon(1e-9));
    CHECK(setup.at->theta(1) == doctest::Approx((a * v - b * u) / determinant).epsilon(1e-9));
}
