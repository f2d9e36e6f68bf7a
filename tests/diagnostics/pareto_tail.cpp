#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

import firefly.diagnostics;

using namespace firefly;

namespace {

/// `of(p)` at the middles of equal steps of probability.
template <class Quantile>
std::vector<double> quantiles(std::size_t count, Quantile const& of) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) values.push_back(of((static_cast<double>(i) + 0.5) / static_cast<double>(count)));
    return values;
}

std::vector<double> normal_weights(std::size_t count, double deviation) {
    return quantiles(count, [=](double p) { return deviation * normal_quantile(p); });
}

std::vector<double> pareto_weights(std::size_t count, double shape) {
    return quantiles(count, [=](double p) { return -shape * std::log1p(-p); });
}

/// Of scale 1.
std::vector<double> pareto_sample(std::size_t count, double shape) {
    return quantiles(count, [=](double p) { return shape == 0 ? -std::log1p(-p) : std::expm1(-shape * std::log1p(-p)) / shape; });
}

}  // namespace

TEST_CASE("the shape of a tail is the one that ArviZ finds") {
    // k of arviz.psislw(log_weights, reff=1), ArviZ 0.23.4
    CHECK(pareto_tail(normal_weights(200, 0.5)) == doctest::Approx(0.15400138399896465).epsilon(1e-9));
    CHECK(pareto_tail(normal_weights(200, 1)) == doctest::Approx(0.33512704736894205).epsilon(1e-9));
    CHECK(pareto_tail(normal_weights(500, 2)) == doctest::Approx(0.6904278788753824).epsilon(1e-9));
    CHECK(pareto_tail(normal_weights(1000, 3)) == doctest::Approx(1.0524199736573676).epsilon(1e-9));
    CHECK(pareto_tail(pareto_weights(400, 0.2)) == doctest::Approx(0.2551033481647983).epsilon(1e-9));
    CHECK(pareto_tail(pareto_weights(400, 0.7)) == doctest::Approx(0.6574004398900023).epsilon(1e-9));
    CHECK(pareto_tail(pareto_weights(1000, 1.2)) == doctest::Approx(1.1046739292502503).epsilon(1e-9));
}

TEST_CASE("the shape of a tail depends neither on the order of the weights nor on their scale, however large they are") {
    auto weights = pareto_weights(400, 0.7);
    double const shape = pareto_tail(weights);
    for (std::size_t i = 0; i + 7 < weights.size(); i += 3) std::swap(weights[i], weights[i + 7]);
    CHECK(pareto_tail(weights) == shape);
    for (double& w : weights) w += 5000;
    CHECK(pareto_tail(weights) == doctest::Approx(shape).epsilon(1e-9));
}

TEST_CASE("few weights can be relied upon only where their tail is lighter, and never beyond 0.7") {
    CHECK(heaviest_tail(100) == doctest::Approx(0.5));
    CHECK(heaviest_tail(1000) == doctest::Approx(2.0 / 3));
    CHECK(heaviest_tail(100'000) == 0.7);
    CHECK(heaviest_tail(0) < 0);
    CHECK(heaviest_tail(10) == doctest::Approx(0));
}

TEST_CASE("a tail of fewer than five weights, or with one that is no number, is as heavy as can be; equal weights have none") {
    double const infinite = std::numeric_limits<double>::infinity();
    CHECK(pareto_tail({}) == infinite);
    CHECK(pareto_tail(normal_weights(20, 1)) == infinite);
    CHECK(pareto_tail(normal_weights(21, 1)) < 1);
    auto weights = normal_weights(100, 1);
    weights[50] = std::numeric_limits<double>::quiet_NaN();
    CHECK(pareto_tail(weights) == infinite);
    weights[50] = infinite;
    CHECK(pareto_tail(weights) == infinite);
    CHECK(pareto_tail(std::vector<double>(100, 3)) == 0);
}

TEST_CASE("a Pareto sample has its own shape and scale, drawn towards a half by as much as ten numbers weigh") {
    for (double const shape : {-0.3, 0.0, 0.3, 0.7, 1.2}) {
        CAPTURE(shape);
        constexpr std::size_t size = 20'000;
        auto const fit = fit_pareto(pareto_sample(size, shape));
        CHECK(std::abs(fit.shape - shape) < 0.01);
        CHECK(fit.scale == doctest::Approx(1).epsilon(0.01));
    }
    // Of few numbers the ten weigh more.
    CHECK(std::abs(fit_pareto(pareto_sample(40, 0.5)).shape - 0.5) < 0.1);
    CHECK(fit_pareto(pareto_sample(20, -0.5)).shape > -0.4);
}

TEST_CASE("a tail is a fifth of the weights, or fewer where they are many, and longer where draws are worth less") {
    CHECK(tail_length(100, 1) == 20);
    CHECK(tail_length(4000, 1) == 190);     // 3 √4000 = 189.7
    CHECK(tail_length(4000, 0.25) == 380);  // 379.5
    CHECK(tail_length(4000, 0.01) == 800);
    CHECK(tail_length(1, 1) == 1);
}
