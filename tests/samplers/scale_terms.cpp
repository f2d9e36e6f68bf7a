/// White box: what learned scales bring to a log density.
module;
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

module firefly.samplers;

import firefly.external;
import firefly.core;
import firefly.models;

using namespace firefly;

namespace {

composed_prior const prior({prior_term::normal(1, 2), prior_term::half_cauchy(2, 0.7), prior_term::half_cauchy(1, 3)});
std::vector<double> const theta{0.3, -1.7, 2.2, 0.4}, scales{0.5, 1.4};
std::vector<double> const log_scales{std::log(0.5), std::log(1.4)};

/// log p(θ, log s), term by term.
double by_definition(std::vector<double> const& at, std::vector<double> const& s) {
    auto const normal = [](double x, double scale) { return -std::log(scale) - x * x / (2 * scale * scale); };
    auto const cauchy = [](double x, double a) { return std::log(x) - std::log1p(x / a * (x / a)) - std::log(a); };
    return normal(at[0], 2) + normal(at[1], s[0]) + normal(at[2], s[0]) + normal(at[3], s[1]) + cauchy(s[0], 0.7) + cauchy(s[1], 3);
}

}  // namespace

TEST_CASE(
    "the Gaussian part and what learned scales bring are the prior of θ and log s, up to one constant, whatever the reference") {
    std::vector<double> const elsewhere{1.1, 0.2, -0.4, -3}, other{2.5, 0.1};
    std::vector<double> const log_other{std::log(2.5), std::log(0.1)};
    for (auto const& reference : {std::vector<double>{0.7, 3}, {0.2, 9}}) {
        auto const given = prior.with_scales(reference);
        scale_terms const terms(given, 4);
        auto const whole = [&](std::vector<double> const& at, std::vector<double> const& logs) {
            std::vector<double> scratch(4);
            return given.gaussian_part(std::vector<double>(4)).value(at, scratch) + terms.value(at, logs);
        };
        CHECK(whole(theta, log_scales) - whole(elsewhere, log_other) ==
              doctest::Approx(by_definition(theta, scales) - by_definition(elsewhere, other)).epsilon(1e-12));
        // in s alone, θ given
        CHECK(terms.given_theta(0, log_scales[0], log_scales, theta) - terms.given_theta(0, log_other[0], log_scales, theta) ==
              doctest::Approx(by_definition(theta, {0.5, 1.4}) - by_definition(theta, {2.5, 1.4})).epsilon(1e-12));
    }
}

TEST_CASE("what learned scales bring has the gradient of its value, and a form in θ of its excess") {
    scale_terms const terms(prior, 4);
    std::vector<double> gradient(4, 1.0), excess(4, 7.0);
    terms.add_gradient(theta, log_scales, gradient);
    terms.fill_excess(log_scales, excess);
    double form = terms.of_scales(log_scales);
    for (std::size_t i = 0; i < 4; ++i) {
        auto up = theta, down = theta;
        up[i] += 1e-5;
        down[i] -= 1e-5;
        CHECK(gradient[i] - 1 ==
              doctest::Approx((terms.value(up, log_scales) - terms.value(down, log_scales)) / 2e-5).epsilon(1e-7));
        form -= excess[i] * theta[i] * theta[i] / 2;
    }
    CHECK(excess[0] == 0);
    CHECK(excess[3] == doctest::Approx(1 / (1.4 * 1.4) - 1.0 / 9));
    CHECK(terms.value(theta, log_scales) == doctest::Approx(form).epsilon(1e-13));
}

TEST_CASE("a group is stretched alone, and has as many coordinates as all predictors give it") {
    scale_terms const terms(prior, 8);
    CHECK(terms.count() == 2);
    CHECK(terms.size(0) == 4);
    CHECK(terms.size(1) == 2);
    std::vector<double> x{1, 2, 3, 4, 5, 6, 7, 8};
    terms.stretch(0, 10, x);
    CHECK(x == std::vector<double>{1, 20, 30, 4, 5, 60, 70, 8});
}

TEST_CASE("of a horseshoe the density of each scale given all else has what lies above it and below it") {
    // t, s_1, s_2, and the scale of a group
    composed_prior const sparse({prior_term::horseshoe(2, 0.7), prior_term::half_cauchy(1, 3)});
    std::vector<double> const at{1.3, -0.2, 0.6}, elsewhere{-0.4, 1.1, 2}, here{-0.5, 0.4, -1.2, 0.3}, there{0.7, -0.8, 0.1, -0.6};
    auto const log_density = [](std::vector<double> const& x, std::vector<double> const& logs) {
        auto const normal = [](double value, double s) { return -std::log(s) - value * value / (2 * s * s); };
        auto const cauchy = [](double log_s, double a) {
            return std::log(std::exp(log_s) / a / (1 + std::exp(2 * log_s) / (a * a)));
        };
        double const t = std::exp(logs[0]);
        return cauchy(logs[0], 0.7) + cauchy(logs[1], t) + cauchy(logs[2], t) + cauchy(logs[3], 3) +
               normal(x[0], std::exp(logs[1])) + normal(x[1], std::exp(logs[2])) + normal(x[2], std::exp(logs[3]));
    };
    auto const given = sparse.with_scales(std::vector<double>{0.4, 0.9, 1.7, 2});
    scale_terms const terms(given, 3);
    auto const whole = [&](std::vector<double> const& x, std::vector<double> const& logs) {
        std::vector<double> scratch(3);
        return given.gaussian_part(std::vector<double>(3)).value(x, scratch) + terms.value(x, logs);
    };
    CHECK(whole(at, here) - whole(elsewhere, there) ==
          doctest::Approx(log_density(at, here) - log_density(elsewhere, there)).epsilon(1e-12));
    for (std::size_t g = 0; g < 4; ++g) {
        auto moved = here;
        moved[g] = there[g];
        CHECK(terms.given_theta(g, there[g], here, at) - terms.given_theta(g, here[g], here, at) ==
              doctest::Approx(log_density(at, moved) - log_density(at, here)).epsilon(1e-12));
        // whatever it stands at itself
        CHECK(terms.given_theta(g, there[g], moved, at) == terms.given_theta(g, there[g], here, at));
    }
    double const form = terms.of_scales(there) - terms.of_scales(here);
    std::vector<double> const none(3);
    CHECK(form == doctest::Approx(terms.value(none, there) - terms.value(none, here)).epsilon(1e-12));
}

TEST_CASE("a common scale and those below it are one family, of all their coordinates") {
    composed_prior const sparse({prior_term::half_cauchy(1, 3), prior_term::horseshoe(2, 0.7)});
    scale_terms const terms(sparse, 6);
    auto const family = [&](std::size_t g) { return std::vector<std::size_t>(terms.family(g).begin(), terms.family(g).end()); };
    CHECK(family(0) == std::vector<std::size_t>{0});
    CHECK(family(1) == std::vector<std::size_t>{1, 2, 3});
    CHECK(family(2).empty());
    CHECK(terms.size(0) == 2);
    CHECK(terms.size(1) == 4);
    std::vector<double> x{1, 2, 3, 4, 5, 6};
    terms.stretch(1, 10, x);
    CHECK(x == std::vector<double>{1, 20, 30, 4, 50, 60});
}

TEST_CASE("what is beyond all numbers has the density zero, and none is NaN") {
    scale_terms const terms(prior, 4);
    std::vector<double> const far{1e200, 1e200, 1e200, 1e200};
    CHECK(terms.value(far, std::vector<double>{-300, 0}) == -infinity);
    CHECK(terms.given_theta(0, -300, log_scales, far) == -infinity);
    CHECK(terms.given_theta(0, 400, log_scales, far) == -infinity);
    CHECK(terms.value(std::vector<double>(4), std::vector<double>{-400, 0}) == -infinity);
}
