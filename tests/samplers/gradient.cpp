/// Gradients of both densities against central differences.
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/robust_problem.hpp"
#include "support/softmax_problem.hpp"

import firefly;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// max_i |g_i − central difference| / (1 + |g_i|) at θ. Differences of step 1e-5 are right to about 1e-9 here.
template <class Target>
double gradient_error(Target& target, vector theta) {
    std::vector<double> gradient(theta.size());
    target.evaluate(as_view(theta), gradient);
    double worst = 0;
    for (std::size_t i = 0; i < theta.size(); ++i) {
        double const at = theta(i), step = 1e-5;
        theta(i) = at + step;
        double const above = target.evaluate(as_view(theta));
        theta(i) = at - step;
        double const below = target.evaluate(as_view(theta));
        theta(i) = at;
        worst = std::max(worst, std::abs(gradient[i] - (above - below) / (2 * step)) / (1 + std::abs(gradient[i])));
    }
    return worst;
}

template <class Target>
void light_every_other(Target& density) {
    std::vector<row_index> some;
    for (row_index n = 0; n < density.brightness().size(); n += 2) some.push_back(n);
    density.request(some);
    density.collect();
    for (std::size_t i = 0; i < some.size(); ++i) density.brighten(i);
}

}  // namespace

TEST_CASE("the regular density's gradient is that of its values, across blocks") {
    auto const model = synthetic_posterior(block_rows + 77, 4, 201);
    regular_density density(model, as_view(zeros(4)));
    CHECK(gradient_error(density, near(as_view(zeros(4)), 0.5, 202)) < 1e-6);
}

TEST_CASE("the firefly density's gradient is that of its values, anchored and untuned, with many bright") {
    auto const model = synthetic_posterior(60, 3, 203);
    auto const check = [&](auto const& bound) {
        firefly_density density(joint(model, bound), as_view(near(as_view(zeros(3)), 0.7, 204)));
        light_every_other(density);
        CHECK(gradient_error(density, near(as_view(zeros(3)), 0.7, 205)) < 1e-6);
    };
    check(jaakkola_jordan::anchored(model, find_map(model).theta));
    check(jaakkola_jordan::untuned(model));
}

TEST_CASE_TEMPLATE("softmax densities' gradients are those of their values, anchored and untuned", B, bohning, jebara_choromanska) {
    auto const model = synthetic_softmax(60, 2, 3, 209);
    regular_density regular(model, as_view(zeros(6)));
    CHECK(gradient_error(regular, near(as_view(zeros(6)), 0.5, 210)) < 1e-6);
    for (auto const& bound : {B::anchored(model, find_map(model).theta), B::untuned(model), B::untuned(model, 1.5)}) {
        firefly_density density(joint(model, bound), as_view(near(as_view(zeros(6)), 0.7, 211)));
        light_every_other(density);
        CHECK(gradient_error(density, near(as_view(zeros(6)), 0.7, 212)) < 1e-6);
    }
}

TEST_CASE("gradients of robust regression with a Laplace prior are those of the values, anchored and untuned, off the kinks") {
    auto const [features, target] = contaminated(60, 3, 209);
    auto const model = make_robust(features, target, laplace_prior(0.4), {.degrees_of_freedom = 3, .scale = 0.7});
    vector const theta = near(as_view(zeros(3)), 0.7, 210);
    regular_density regular(model, as_view(zeros(3)));
    CHECK(gradient_error(regular, theta) < 1e-6);
    for (auto const& bound : {student_t_bound::anchored(model, find_map(model).theta), student_t_bound::anchored(model, zeros(3)),
                              student_t_bound::untuned(model)}) {
        firefly_density density(joint(model, bound), as_view(near(as_view(zeros(3)), 0.7, 211)));
        std::vector<row_index> some;
        for (row_index n = 0; n < 60; n += 2) some.push_back(n);
        density.request(some);
        density.collect();
        for (std::size_t i = 0; i < some.size(); ++i) density.brighten(i);
        // the outliers' factors reach 1e3, and with them the error of differences
        CHECK(gradient_error(density, theta) < 1e-5);
    }
}

TEST_CASE("the gradient at the current point is that of an evaluation there, and costs no queries when it is known") {
    auto const model = synthetic_posterior(500, 3, 206);
    vector const theta = near(as_view(zeros(3)), 0.5, 207);
    std::vector<double> there(3), here(3);

    regular_density regular(model, as_view(zeros(3)));
    regular.evaluate(as_view(theta), there);
    regular.commit();
    auto const before = regular.queries();
    regular.gradient(here);
    CHECK(here == there);
    CHECK(regular.queries() == before);

    firefly_density firefly(joint(model, jaakkola_jordan::untuned(model)), as_view(theta));
    random_source random({.seed = 208});
    full_gibbs().decide(firefly, {}, random);
    firefly.gradient(here);
    firefly.evaluate(as_view(theta), there);
    for (std::size_t i = 0; i < 3; ++i) CHECK(here[i] == doctest::Approx(there[i]).epsilon(1e-12));
}

TEST_CASE("a gradient at the current point is never that of another point, however the point was reached") {
    auto const model = synthetic_posterior(100, 3, 213);
    vector const there = near(as_view(zeros(3)), 0.5, 214), beyond = near(as_view(zeros(3)), 0.5, 215);
    std::vector<double> gradient(3), expected(3);
    regular_density density(model, as_view(zeros(3)));
    auto const check = [&](vector const& at) {
        regular_density fresh(model, as_view(at));
        fresh.gradient(expected);
        density.gradient(gradient);
        CHECK(gradient == expected);
    };
    check(zeros(3));
    density.evaluate(as_view(there), gradient);
    check(zeros(3));  // an evaluation moves nothing
    density.commit();
    check(there);
    density.evaluate(as_view(beyond));  // without a gradient, after one with
    density.commit();
    check(beyond);
    density.evaluate(as_view(there), gradient);
    density.evaluate(as_view(zeros(3)));  // evaluated last, and committed
    density.commit();
    check(zeros(3));
}

TEST_CASE("gradients of an ordinal posterior are those of its values, about zero and about the maximum") {
    auto const model = synthetic_ordinal(60, 2, 4, 213);
    vector const at = find_map(model).theta;
    regular_density regular(model, as_view(at));
    CHECK(gradient_error(regular, near(as_view(at), 0.1, 214)) < 1e-6);
    for (auto const& bound : {jaakkola_jordan::anchored(model, at), jaakkola_jordan::untuned(model)}) {
        firefly_density density(joint(model, bound), as_view(at));
        light_every_other(density);
        CHECK(gradient_error(density, near(as_view(at), 0.5, 215)) < 1e-6);
    }
}

TEST_CASE("gradients of a posterior with noise are those of its values, about zero and about the maximum") {
    auto const model = synthetic_noise(60, 2, 216);
    vector const at = find_map(model).theta;
    regular_density regular(model, as_view(at));
    CHECK(gradient_error(regular, near(as_view(at), 0.1, 217)) < 1e-6);
    for (auto const& bound : {student_t_bound::anchored(model, at), student_t_bound::untuned(model)}) {
        firefly_density density(joint(model, bound), as_view(at));
        light_every_other(density);
        CHECK(gradient_error(density, near(as_view(at), 0.2, 218)) < 1e-5);  // of numbers near 70
    }
}
