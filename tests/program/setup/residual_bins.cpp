/// How residuals scatter, through what set-up says of it.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "surveyed.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

using table = std::vector<std::vector<double>>;

binned_data residuals_of(table const& rows, model_kind model, double spread, std::string const& offset = "") {
    auto const seen = set_up_table(rows, [&](sample_options& o) {
                          o.model = model;
                          o.noise_scale = o.shape = spread;
                          o.nu = 1;
                          o.threshold = 1;
                          o.prior_scale = 1e-6;  // η = 0, but for the offset
                          o.cases.offset = offset;
                      }).seen;
    REQUIRE(seen.residuals);
    return *seen.residuals;
}

}  // namespace

TEST_CASE("residuals are counted in units of the noise, those far out by themselves") {
    table rows(1000, {0.1, 0});
    rows[0] = {2.1, 0};
    rows[1] = {-2.1, 0};
    for (std::size_t i = 2; i < 9; ++i) rows[i] = {i % 2 == 0 ? 100.0 : -100.0, 0};
    auto const bins = residuals_of(rows, model_kind::gaussian, 2);
    CHECK(bins.start == -3.5);
    CHECK(bins.width == 0.5);
    REQUIRE(bins.bins() == 14);
    CHECK(bins.observed[7] == 991);  // 0 to ½
    CHECK(bins.observed[9] == 1);    // 1 to 1½
    CHECK(bins.observed[4] == 1);
    CHECK(bins.observed[14] == 7);
    for (std::size_t b : {0u, 6u, 8u, 13u}) CHECK(bins.observed[b] == 0);
}

TEST_CASE("what is expected of residuals is the distribution of each noise") {
    table const rows(1000, {0.5, 0});
    auto const phi = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
    double const pi = std::acos(-1.0);
    auto const check = [&](model_kind model, auto const& distribution) {
        CAPTURE(name_of(model));
        auto const bins = residuals_of(rows, model, 2);
        REQUIRE(bins.expected.size() == 15);
        for (std::size_t b = 0; b < 14; ++b) {
            double const low = -3.5 + 0.5 * static_cast<double>(b);
            CHECK(bins.expected[b] == doctest::Approx(1000 * (distribution(low + 0.5) - distribution(low))).epsilon(1e-6));
        }
        double const outside = 1 - distribution(3.5) + distribution(-3.5);
        CHECK(bins.expected[14] == doctest::Approx(1000 * outside).epsilon(1e-4));
    };
    check(model_kind::gaussian, phi);
    check(model_kind::robust, [&](double u) { return 0.5 + std::atan(u) / pi; });  // ν = 1: Cauchy
    check(model_kind::log_cosh, [&](double u) { return 2 / pi * std::atan(std::exp(u)); });
    double const whole = std::sqrt(2 * pi) * (2 * phi(1) - 1) + 2 * std::exp(-0.5);
    check(model_kind::huber, [&](double u) {
        double const tail = std::exp(0.5 - std::max(1.0, std::abs(u)));
        double const below = std::abs(u) > 1 ? tail : std::exp(-0.5) + std::sqrt(2 * pi) * (phi(-std::abs(u)) - phi(-1));
        return (u < 0 ? below : whole - below) / whole;
    });
    // Gamma of shape 2 and mean 1, by the log of the target times √2: 1 − e^(−2y)(1 + 2y)
    check(model_kind::gamma, [](double u) {
        double const y = std::exp(u / std::sqrt(2.0));
        return 1 - std::exp(-2 * y) * (1 + 2 * y);
    });
}

TEST_CASE("a positive number is as far out as its log is from that of the mean") {
    table const rows(1000, {std::exp(1.1), 0});  // √4 · 1.1
    CHECK(residuals_of(rows, model_kind::gamma, 4).observed[11] == 1000);
}

TEST_CASE("an offset is taken off residuals") {
    table const rows(1000, {7.1, 0, 7});
    CHECK(residuals_of(rows, model_kind::gaussian, 1, "b").observed[7] == 1000);
}

TEST_CASE("classes and counts have no residuals") {
    CHECK_FALSE(set_up_table(coin_tosses(300, 2)).seen.residuals);
    CHECK_FALSE(set_up_table(coin_tosses(300, 2), [](sample_options& o) { o.model = model_kind::poisson; }).seen.residuals);
}
