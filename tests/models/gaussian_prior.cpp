#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <doctest/doctest.h>

import firefly.core;
import firefly.models;

using namespace firefly;

namespace {

double log_density(std::vector<double> const& theta, double scale) {
    double sum = 0;
    for (double const t : theta) sum -= t * t / (2 * scale * scale);
    return sum;
}

}  // namespace

TEST_CASE("the Gaussian part about any origin is the whole prior, and nothing remains") {
    std::vector<double> const theta{0.3, -1.7, 2.2};
    for (double const scale : {0.1, 1.0, 2.5})
        for (auto const& origin : {std::vector<double>{0, 0, 0}, {1, -2, 3}, theta}) {
            gaussian_prior const prior(scale);
            quadratic const part = prior.gaussian_part(origin);
            std::vector<double> d(3), scratch(3);
            for (std::size_t i = 0; i < 3; ++i) d[i] = theta[i] - origin[i];
            CHECK(part.value(d, scratch) == doctest::Approx(log_density(theta, scale)).epsilon(1e-13));
            CHECK(prior.remainder(origin, d) == 0);
        }
}

TEST_CASE("the Gaussian part has the prior's gradient at the origin and its precision everywhere") {
    std::vector<double> const origin{1, -2};
    quadratic const part = gaussian_prior(2).gaussian_part(origin);
    CHECK(part.constant() == log_density(origin, 2));
    CHECK(part.gradient()(0) == -0.25);
    CHECK(part.gradient()(1) == 0.5);
    CHECK(part.precision()(0, 0) == 0.25);
    CHECK(part.precision()(1, 1) == 0.25);
    CHECK(part.precision()(0, 1) == 0);
}

TEST_CASE("a Gaussian prior says what is wrong with its scale") {
    CHECK(gaussian_prior(2.5).scale() == 2.5);
    CHECK_THROWS_WITH_AS(gaussian_prior(0), "gaussian_prior: scale must lie between 1e-150 and 1e+150, got 0", invalid_argument);
    CHECK_THROWS_AS(gaussian_prior(1e-200), invalid_argument);
    CHECK_THROWS_AS(gaussian_prior(1e200), invalid_argument);
    CHECK_THROWS_WITH_AS(gaussian_prior(-1), "gaussian_prior: scale must lie between 1e-150 and 1e+150, got -1", invalid_argument);
    CHECK_THROWS_WITH_AS(gaussian_prior{infinity}, "gaussian_prior: scale must lie between 1e-150 and 1e+150, got inf",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(gaussian_prior{std::numeric_limits<double>::quiet_NaN()},
                         "gaussian_prior: scale must lie between 1e-150 and 1e+150, got nan", invalid_argument);
}
