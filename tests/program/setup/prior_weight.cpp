/// How much the prior decides, through what set-up says of it.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "surveyed.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

/// 100 rows of a robust regression on one column x that is c everywhere, and y = slope·x: the curvature of each row is 5/4 at the true slope.
model_setup line(double c, double slope, prior_kind prior = prior_kind::gaussian) {
    return set_up_table(std::vector<std::vector<double>>(100, {slope * c, c}), [&](sample_options& o) {
        o.model = model_kind::robust;
        o.noise_scale = 1;
        o.prior = prior;
        o.how.algorithm = algorithm_kind::regular;  // no row could be bright
    });
}

}  // namespace

TEST_CASE("data say hardly anything where they narrow the prior by less than a tenth") {
    // Var·I with I = 125 c²: the posterior's standard deviation is 1/√(1 + Var·I) of the prior's, 0.9 at 0.2346.
    double const even = std::sqrt((1 / 0.81 - 1) / 6.25 / 125);
    CHECK(line(0.99 * even, 0).seen.uninformed == strings{"a"});
    CHECK(line(1.01 * even, 0).seen.uninformed.empty());
    // A Laplace distribution of the same scale has twice the variance.
    CHECK(line(0.99 * even / std::sqrt(2), 0, prior_kind::laplace).seen.uninformed == strings{"a"});
    CHECK(line(1.01 * even / std::sqrt(2), 0, prior_kind::laplace).seen.uninformed.empty());
}

TEST_CASE("the prior pulls where it moves the estimate by more than its standard deviation") {
    // With a prior of scale 2.5 the pull is θ*·sd/6.25. Residuals are small beside the noise, so that the curvature stays near 5/4.
    double const c = 0.1, sd = 1 / std::sqrt(125 * c * c + 1 / 6.25);
    double const even = 6.25 / sd * (1 + 1 / (6.25 * 125 * c * c));  // the slope whose θ* is pulled by one
    auto const gentle = line(c, 0.8 * even), hard = line(c, 1.3 * even);
    CHECK(gentle.seen.pulled.empty());
    CHECK(hard.seen.pulled == strings{"a"});
    CHECK(hard.at->theta(0) / hard.at->precision.lower()(0, 0) / 6.25 > 1);
    CHECK(gentle.at->theta(0) / gentle.at->precision.lower()(0, 0) / 6.25 < 1);
    CHECK(line(c, 2, prior_kind::laplace).seen.pulled.empty());
}

TEST_CASE("the intercept has its own scale, and is pulled where that is too narrow") {
    made_normals normal(3);
    std::vector<std::vector<double>> rows;
    for (std::size_t i = 0; i < 100; ++i) rows.push_back({30 + normal(), normal()});
    auto const seen = [&](double intercept_scale) {
        return set_up_table(rows,
                            [&](sample_options& o) {
                                o.model = model_kind::robust;
                                o.noise_scale = 1;
                                o.no_intercept = false;
                                o.intercept_scale = intercept_scale;
                            })
            .seen;
    };
    CHECK(seen(1).pulled == strings{"(intercept)"});
    CHECK(seen(1000).pulled.empty());
}

TEST_CASE("weights of a softmax that only move together are not held against the data") {
    auto rows = coin_tosses(600, 2);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i][0] = static_cast<double>(i % 3);
    auto const softmax = [](sample_options& o) { o.model = model_kind::softmax; };
    auto const sound = set_up_table(rows, softmax).seen;
    CHECK(sound.uninformed.empty());
    CHECK(sound.pulled.empty());
    for (auto& row : rows) row[2] *= 1e-4;
    CHECK(set_up_table(rows, softmax).seen.uninformed == strings{"0:b", "1:b", "2:b"});
    // The classes differ by 30 per unit of the second column, whose unit is small: twelve prior scales.
    made_normals normal(5);
    for (auto& row : rows) row[2] = 0.01 * normal() + 0.03 * row[0];
    CHECK_FALSE(set_up_table(rows, softmax).seen.pulled.empty());
}
