#include <algorithm>
#include <cmath>
#include <type_traits>

#include <doctest/doctest.h>

#include "support/families.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

auto const of_counts = likelihood_from([](auto eta, double y) { return y * eta - exp(eta); });
auto const of_times = likelihood_from([](auto eta, double y) { return -(eta + y * exp(-eta)); });
auto const of_classes = likelihood_from([](auto eta, double y) { return log_sigmoid(y > 0.5 ? eta : -eta); });
auto const of_classes_plainly = likelihood_from([](auto eta, double y) { return y * eta - log1p(exp(eta)); });
auto const with_outliers = likelihood_from([](auto eta, double y) { return -2.5 * log1p(squared(y - eta) / 4); });
auto const with_scale = likelihood_from([scale = 3.0](auto eta, double y) { return -log(cosh((y - eta) / scale)); });
static_assert(SecantLikelihood<std::remove_const_t<decltype(of_counts)>>);

/// What is checked of each of them.
template <class Use>
void for_each_lambda(Use use) {
    use("Poisson", of_counts, 12);
    use("exponential", of_times, 12);
    use("logistic", of_classes, 2);
    use("logistic, plainly", of_classes_plainly, 2);
    use("Student-t", with_outliers, 4);
    use("log-cosh", with_scale, 3);
}

}  // namespace

TEST_CASE("the derivatives, ψ and curvature of a lambda are those of its log likelihood") {
    for_each_lambda([](char const* name, auto const& likelihood, int targets) {
        CAPTURE(name);
        check_definitions(likelihood, {0.0, 1.0, targets - 1.0});
    });
}

TEST_CASE("ψ of a lambda is that of the family in closed form, to twelve digits") {
    check_falls("poisson", [](auto const&) { return of_counts; }, 1e-12);
}

TEST_CASE("the range of a lambda's curvature has the curvature at every point, and no secant leaves those of its cells") {
    random_source random({.seed = 6, .use = purpose::data});
    auto const even = [&](double low, double high) { return low + (high - low) * random.uniform(); };
    for_each_lambda([&](char const* name, auto const& likelihood, int targets) {
        CAPTURE(name);
        for (int i = 0; i < 300; ++i) {
            double const target = static_cast<double>(random.pick(targets)), eta = even(-5, 5), low = -std::pow(10, even(-5, 1)),
                         high = std::pow(10, even(-5, 1));
            CAPTURE(target);
            CAPTURE(eta);
            CAPTURE(low);
            CAPTURE(high);
            interval const range = likelihood.curvature_range(target, eta + low, eta + high);
            auto const [most, least] = likelihood.secants_within(target, eta, low, high);
            CHECK(range.is_bounded());
            CHECK(most <= range.high + 1e-11 * range.size());
            CHECK(least >= range.low - 1e-11 * range.size());
            for (double const delta : steps_between(low, high)) {
                CHECK(range.contains(likelihood.curvature_of(target, std::clamp(eta + delta, eta + low, eta + high))));
                double const fall = likelihood.fall_below_tangent(target, eta, delta);
                CHECK(most * delta * delta / 2 - fall >= 0);
                CHECK(fall - least * delta * delta / 2 >= 0);
            }
        }
    });
}

TEST_CASE("secants of a lambda are close to those of the family in closed form") {
    random_source random({.seed = 7, .use = purpose::data});
    double worst_poisson = 0, worst_logistic = 0;
    negative_binomial const closed({.size = 1});  // of a count of 0: log σ(−η)
    for (int i = 0; i < 500; ++i) {
        double const eta = 6 * random.uniform() - 3, reach = std::pow(10, 4 * random.uniform() - 4);
        double const w = std::exp(eta), curvature = of_classes.curvature_of(1, eta);
        worst_poisson = std::max(worst_poisson, (of_counts.secants_within(1, eta, -reach, reach).most - w) /
                                                    (poisson{}.secants_within(1, eta, -reach, reach).most - w));
        if (std::abs(eta) > 0.3)
            worst_logistic = std::max(worst_logistic, (of_classes.secants_within(1, eta, -reach, reach).most - curvature) /
                                                          (closed.secants_within(0, eta, -reach, reach).most - curvature));
    }
    CHECK(worst_poisson < 1.01);
    CHECK(worst_logistic < 1.03);
}

TEST_CASE("of an infinite reach a lambda has the secants of its range, if it has any") {
    CHECK(of_counts.secants_within(1, 0, -1, infinity).most == infinity);
    CHECK(of_counts.secants_within(1, 0, -infinity, infinity).most == infinity);
    CHECK(of_classes.secants_within(1, 0, -infinity, infinity).most < 1.1);
}

TEST_CASE("the likelihood is zero where a lambda has no value") {
    auto const of_root = likelihood_from([](auto eta, double y) { return y * sqrt(1 + eta) - eta; });
    CHECK(of_root.log_likelihood_of(1, -2) == -infinity);
    CHECK(of_root.fall_below_tangent(1, 0, -2) == infinity);
    CHECK(of_root.log_likelihood_of(1, 3) == -1);
}

TEST_CASE("the likelihood is zero where a lambda overflows, and ψ sees curvature that lies before all nodes") {
    auto const growing = likelihood_from([](auto eta, double) { return exp(eta); });
    CHECK(growing.log_likelihood_of(0, 1000) == -infinity);
    auto const classes = likelihood_from([](auto eta, double) { return log_sigmoid(eta); });
    CHECK(classes.fall_below_tangent(1, 0, 1e5) == doctest::Approx(5e4 - std::log(2)).epsilon(1e-9));
}

TEST_CASE("a lambda is refused for a target of which it has no value, no derivative or no bounded curvature") {
    for_each_lambda([](char const*, auto const& likelihood, int) { CHECK_NOTHROW(likelihood.check(1)); });
    auto const of_log = likelihood_from([](auto eta, double y) { return log(eta + y) - eta; });
    CHECK_NOTHROW(of_log.check(1));
    CHECK_THROWS_WITH_AS(
        of_log.check(0),
        "likelihood_from: the log likelihood of target 0, or one of its derivatives, is not finite at a predictor of 0",
        invalid_argument);
    CHECK_THROWS_WITH_AS(
        of_log.check(1e-7),
        "likelihood_from: the second derivative of the log likelihood of target 1e-07 has no bound near a predictor of 0; write it "
        "without kinks and poles",
        invalid_argument);
}
