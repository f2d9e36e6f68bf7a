/// White box: a unit of the module, since targets are drawn by `predict` alone.
module;
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly;
import :variates;

using namespace firefly;
using namespace firefly::program;

namespace {

/// That means of functions of the variable are what they should be: each within five standard errors.
void check_means(std::function<double(random_source&)> const& draw,
                 std::vector<std::pair<std::function<double(double)>, double>> const& expected) {
    constexpr std::size_t size = 40'000;
    random_source random({.seed = 11});
    std::vector<double> drawn(size);
    for (double& x : drawn) x = draw(random);
    for (std::size_t k = 0; k < expected.size(); ++k) {
        auto const& [function, mean] = expected[k];
        double sum = 0, squares = 0;
        for (double const x : drawn) {
            sum += function(x);
            squares += function(x) * function(x);
        }
        double const found = sum / size, error = std::sqrt((squares / size - found * found) / size);
        CAPTURE(k);
        CAPTURE(found);
        CAPTURE(mean);
        CHECK(std::abs(found - mean) < 5 * error + 1e-12);
    }
}

double itself(double x) {
    return x;
}
std::function<double(double)> below(double limit) {
    return [limit](double x) { return x <= limit ? 1.0 : 0.0; };
}
std::function<double(double)> squared_about(double centre) {
    return [centre](double x) { return (x - centre) * (x - centre); };
}

double poisson_below(double mean, int most) {
    double sum = 0;
    for (int k = 0; k <= most; ++k) sum += std::exp(k * std::log(mean) - mean - std::lgamma(k + 1.0));
    return sum;
}

double binomial_below(double n, double p, int most) {
    double sum = 0;
    for (int k = 0; k <= most; ++k)
        sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1) + k * std::log(p) +
                        (n - k) * std::log1p(-p));
    return sum;
}

}  // namespace

TEST_CASE("gamma variables have their mean, variance and logarithm, also of shapes below one") {
    // ψ(1/2), ψ(1), ψ(4)
    for (auto const& [shape, log_mean] :
         {std::pair(0.5, -1.9635100260214235), std::pair(1.0, -0.5772156649015329), std::pair(4.0, 1.2561176684318005)})
        check_means([shape](random_source& random) { return gamma_variate(random, shape); },
                    {{itself, shape}, {squared_about(shape), shape}, {[](double x) { return std::log(x); }, log_mean}});
}

TEST_CASE("counts have their distribution, few and many") {
    for (double const mean : {0.3, 4.0, 9.9, 10.0, 37.5, 1234.5}) {
        CAPTURE(mean);
        int const middle = static_cast<int>(mean), low = static_cast<int>(mean - std::sqrt(mean));
        check_means([mean](random_source& random) { return poisson_variate(random, mean); },
                    {{itself, mean},
                     {squared_about(mean), mean},
                     {below(middle), poisson_below(mean, middle)},
                     {below(low), low < 0 ? 0 : poisson_below(mean, low)}});
    }
    random_source random({.seed = 1});
    CHECK(poisson_variate(random, 0) == 0);
}

TEST_CASE("successes of trials have their distribution, of few trials and many") {
    for (double const n : {1.0, 20.0, 21.0, 300.0, 10'001.0})
        for (double const p : {0.02, 0.5, 0.9}) {
            CAPTURE(n);
            CAPTURE(p);
            double const mean = n * p;
            check_means([=](random_source& random) { return binomial_variate(random, n, p); },
                        {{itself, mean},
                         {squared_about(mean), mean * (1 - p)},
                         {below(std::floor(mean)), binomial_below(n, p, static_cast<int>(mean))}});
        }
    random_source random({.seed = 1});
    CHECK(binomial_variate(random, 100, 0) == 0);
    CHECK(binomial_variate(random, 100, 1) == 100);
}

TEST_CASE("noise has the distribution of its model") {
    using std::numbers::pi;
    check_means(normal_variate, {{itself, 0}, {squared_about(0), 1}, {below(1), 0.841344746068543}});
    // Of four degrees of freedom: P(t ≤ 1) = 0.8130495168499705.
    check_means([](random_source& random) { return student_t_variate(random, 4); },
                {{below(0), 0.5}, {below(1), 0.8130495168499705}});
    check_means(secant_variate, {{itself, 0}, {squared_about(0), pi * pi / 4}, {below(1), 2 / pi * std::atan(std::exp(1.0))}});
    for (double const k : {0.5, 1.345}) {
        double const inner = std::sqrt(2 * pi) * std::erf(k / std::numbers::sqrt2), outer = 2 * std::exp(-k * k / 2) / k;
        double const within = inner / (inner + outer);
        // Within ±k/2: by the normal alone. Beyond 2k: e^(−k²) of the tail.
        double const half = std::sqrt(2 * pi) * std::erf(k / 2 / std::numbers::sqrt2) / (inner + outer);
        check_means([k](random_source& random) { return huber_variate(random, k); },
                    {{itself, 0},
                     {[k](double x) { return std::abs(x) <= k ? 1.0 : 0.0; }, within},
                     {[k](double x) { return std::abs(x) <= k / 2 ? 1.0 : 0.0; }, half},
                     {[k](double x) { return x > 2 * k ? 1.0 : 0.0; }, (1 - within) / 2 * std::exp(-k * k)}});
    }
}
