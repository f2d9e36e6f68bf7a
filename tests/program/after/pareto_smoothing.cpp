/// White box: a unit of the module, since only `loo` smooths weights.
module;
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

module firefly.program.after;

import firefly;
import :pareto_smoothing;

using namespace firefly;
using namespace firefly::program;

namespace {

/// Evenly spread quantiles of a generalised Pareto distribution of scale 1: as good a sample as there can be.
std::vector<double> quantiles(double shape, std::size_t size) {
    std::vector<double> result;
    for (std::size_t i = 0; i < size; ++i) {
        double const rest = std::log1p(-(static_cast<double>(i) + 0.5) / static_cast<double>(size));
        result.push_back(shape == 0 ? -rest : std::expm1(-shape * rest) / shape);
    }
    return result;
}

double sum_of_weights(std::vector<double> const& log_weights) {
    double sum = 0;
    for (double const x : log_weights) sum += std::exp(x);
    return sum;
}

}  // namespace

TEST_CASE("the shape of smoothed weights is that of their tail, and their order stays") {
    std::vector<double> log_weights;
    for (double const x : quantiles(0.6, 2000)) log_weights.push_back(std::log(1 + x));
    std::ranges::reverse(log_weights);
    auto smoothed = log_weights;
    double const shape = smooth_weights(smoothed, tail_length(smoothed.size(), 1));
    CHECK(shape == doctest::Approx(pareto_tail(log_weights)).epsilon(1e-12));
    CHECK(sum_of_weights(smoothed) == doctest::Approx(1).epsilon(1e-14));
    CHECK(std::ranges::is_sorted(smoothed, std::ranges::greater{}));
}

TEST_CASE("weights that are all the same stay so, and need no smoothing") {
    std::vector<double> weights(1000, -3.5);
    CHECK(smooth_weights(weights, 95) == 0);
    for (double const x : weights) CHECK(x == doctest::Approx(-std::log(1000.0)).epsilon(1e-14));
}

TEST_CASE("weights that are tied with the threshold are not of the tail, and of fewer than five nothing is made") {
    std::vector<double> weights(100, 0.0);
    for (std::size_t i = 0; i < 4; ++i) weights[10 * i] = 1 + static_cast<double>(i);
    auto before = weights;
    CHECK(smooth_weights(weights, 20) == infinity);
    for (std::size_t i = 0; i < weights.size(); ++i)
        CHECK(weights[i] - weights[0] == doctest::Approx(before[i] - before[0]).epsilon(1e-12));
    weights = before;
    weights[50] = 0.5;  // the fifth
    CHECK(std::isfinite(smooth_weights(weights, 20)));
    CHECK(weights[99] == weights[1]);
}

TEST_CASE("no weight is larger than the largest was, and one that dwarfs all others is seen") {
    std::vector<double> weights;
    for (std::size_t i = 0; i < 1000; ++i) weights.push_back(std::sin(static_cast<double>(i)));
    weights[500] = 40;
    auto before = weights;
    CHECK(smooth_weights(weights, 95) > 0.7);
    CHECK(std::ranges::max_element(weights) - weights.begin() == 500);
    double const other = weights[0] - before[0];  // of what was not smoothed
    CHECK(weights[500] - other <= 40 + 1e-9);
}

TEST_CASE("logarithms of any size are smoothed: what cannot be told from zero is zero") {
    std::vector<double> weights;
    for (std::size_t i = 0; i < 200; ++i) weights.push_back(1e5 - 50.0 * static_cast<double>(i));
    double const shape = smooth_weights(weights, 40);
    CHECK(shape > 0.7);
    CHECK(sum_of_weights(weights) == doctest::Approx(1).epsilon(1e-12));
}
