#include <cmath>
#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

using density_type = firefly_density<logistic_posterior, jaakkola_jordan>;

/// log p̃(θ) + Σ_{bright} log(L/B − 1), datum by datum. `xi(datum)` is where a datum's bound touches.
template <class Contact>
double naive_log_joint(logistic_posterior const& model, bright_set const& z, vector_view theta, Contact const& xi) {
    double sum = naive_log_prior(model, theta);
    for (row_index n = 0; n < model.rows().rows(); ++n) {
        datum const d = datum_of(model, n);
        double const log_bound = printed_log_bound((2 * d.target - 1) * d.predictor(theta), xi(d));
        sum += log_bound;
        if (z.is_bright(n)) sum += std::log(std::expm1(d.log_likelihood(theta) - log_bound));
    }
    return sum;
}

/// Two nested regions with a bound each: ξ = 1.5 where |θ| < 1, ξ = 3 beyond. The notes of a batch are those of the inner bound.
struct layered_bound {
    using notes = jaakkola_jordan::notes;

    jaakkola_jordan inner, outer;

    static constexpr double xi[] = {1.5, 3};

    explicit layered_bound(logistic_posterior const& model)
        : inner(jaakkola_jordan::untuned(model, xi[0])), outer(jaakkola_jordan::untuned(model, xi[1])) {}

    vector_view anchor() const { return inner.anchor(); }
    std::size_t regions() const { return 2; }
    std::size_t region(vector_view d) const { return dot(d, d) < 1 ? 0 : 1; }
    quadratic const& collapsed(std::size_t region) const { return region == 0 ? inner.collapsed(0) : outer.collapsed(0); }
    void annotate(batch<notes>& fresh) const { inner.annotate(fresh); }
    void gap(std::size_t region, batch<notes> const& data, evaluation& values) const {
        if (region == 0) return inner.gap(0, data, values);
        outer.gap(0, noted(data), values);
    }
    void slope(std::size_t region, batch<notes> const& data, evaluation const& values, vector_out slope) const {
        if (region == 0) return inner.slope(0, data, values, slope);
        outer.slope(0, noted(data), values, slope);
    }

private:
    batch<notes> noted(batch<notes> data) const {
        outer.annotate(data);
        return data;
    }
};

static_assert(DifferentiableBound<layered_bound>);

void light(auto& density, std::vector<row_index> const& indices) {
    density.request(indices);
    density.collect();
    for (std::size_t i = 0; i < indices.size(); ++i) density.brighten(i);
}

}  // namespace

TEST_CASE("the firefly density is the naive joint of θ and z, anchored and untuned") {
    // 30 data, 12 of them bright; θ two to three standard deviations from the anchor, so that the naive gaps do not cancel
    auto const model = synthetic_posterior(30, 3, 91);
    vector const theta_star = vector_of({0.5, -0.5, 0.2});
    struct variant {
        jaakkola_jordan bound;
        bool anchored;
    };
    for (auto const& [bound, anchored] :
         {variant{jaakkola_jordan::anchored(model, theta_star), true}, {jaakkola_jordan::untuned(model), false}}) {
        auto const xi = [&, is_anchored = anchored](datum const& d) {
            return is_anchored ? d.predictor(as_view(theta_star)) : 1.5;
        };
        joint const target(model, bound);
        density_type density(target, as_view(near(as_view(theta_star), 1, 92)));
        CHECK(density.brightness().count() == 0);
        light(density, {0, 3, 4, 8, 9, 11, 15, 20, 21, 27, 28, 29});
        CHECK(density.brightness().count() == 12);
        for (std::uint64_t seed = 93; seed < 99; ++seed) {
            vector const theta = near(as_view(theta_star), 1.5, seed);
            CHECK(density.evaluate(as_view(theta)) ==
                  doctest::Approx(naive_log_joint(model, density.brightness(), as_view(theta), xi)).epsilon(1e-9));
        }
    }
}

TEST_CASE("bright Gibbs sees the bright data in the order of their indices, whatever the order in which they became bright") {
    auto const model = synthetic_posterior(30, 3, 103);
    vector const start = find_map(model).theta;
    density_type density(joint(model, jaakkola_jordan::anchored(model, start)), as_view(near(as_view(start), 1, 104)));
    light(density, {20, 3, 11, 7});
    CHECK(density.frame().index == std::vector<row_index>{3, 7, 11, 20});
    density.darken(0);  // 7 takes the place of 20
    light(density, {29, 5});
    bright_frame const& frame = density.frame();
    REQUIRE(frame.index == std::vector<row_index>{3, 5, 7, 11, 29});
    for (std::size_t i = 0; i < frame.index.size(); ++i) {
        // Each with its own predictor: x·(θ − θ*).
        vector const& here = density.current().theta;
        block_buffer buffer;
        vector_view const x = model.rows().block(0, buffer).rows.common.row(frame.index[i]);
        CHECK(frame.u[i] == doctest::Approx(dot(x, as_view(here)) - dot(x, as_view(start))).epsilon(1e-9));
    }
}

TEST_CASE("a point that bright Gibbs draws is in the region in which the bound finds it, far inside, far outside and at the edge") {
    // 600 points in all directions at 30 distances, seed 105
    auto const model = synthetic_posterior(200, 4, 105);
    anchor const at = find_map(model);
    joint const target(model, jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 2)));
    density_type density(target, as_view(at.theta));
    random_source random({.seed = 105});
    std::size_t inside = 0;
    for (std::size_t i = 0; i < 600; ++i) {
        std::vector<double> white(4);
        random.normals(white);
        double const size = static_cast<double>(i % 30) / 7 / std::sqrt(dot(white, white));
        for (double& w : white) w *= size;
        density.place(white, {}, {});
        density.commit();
        std::vector<double> d(4);
        for (std::size_t j = 0; j < d.size(); ++j) d[j] = density.current().theta(j) - at.theta(j);
        CHECK(density.current().region == target.bound().region(d));
        inside += density.current().region == 0;
    }
    CHECK(inside > 200);
    CHECK(inside < 400);
}

TEST_CASE("lighting and darkening keep the density's value, rows and factors in step, whatever the order") {
    // seed 101, 3000 random moves of θ and z on 200 data; the cached value drifts by less than 1e-9
    auto const model = synthetic_posterior(200, 4, 101);
    vector const start = find_map(model).theta;
    for (auto const& bound : {jaakkola_jordan::anchored(model, start), jaakkola_jordan::untuned(model)}) {
        density_type density(joint(model, bound), as_view(start));
        random_source random({.seed = 101});
        std::set<row_index> bright;
        for (int move = 0; move < 3000; ++move) {
            std::size_t const kind = random.pick(3);
            if (kind == 0) {
                density.evaluate(as_view(near(as_view(start), 0.3, static_cast<std::uint64_t>(move))));
                if (random.accept(-0.5)) density.commit();
            } else if (kind == 1 && !bright.empty()) {
                std::size_t const i = random.pick(density.brightness().count());
                bright.erase(density.brightness().ith_bright(i));
                density.darken(i);
            } else {
                std::vector<row_index> dark;
                for (int i = 0; i < 5; ++i)
                    if (row_index const n = random.pick(200); !bright.contains(n)) dark.push_back(n);
                density.request(dark);
                density.collect();
                for (std::size_t i = 0; i < dark.size(); ++i)
                    if (density.candidate_log_factors()[i] > -infinity && bright.insert(dark[i]).second) density.brighten(i);
            }
            REQUIRE(density.brightness().count() == bright.size());
            REQUIRE(density.bright_log_factors().size() == bright.size());
            for (row_index const n : bright) REQUIRE(density.brightness().is_bright(n));

            double const cached = density.current().log_density;
            REQUIRE(std::isfinite(cached));
            std::vector<double> const factors(density.bright_log_factors().begin(), density.bright_log_factors().end());
            vector const here = density.current().theta;
            density_state const saved = density.save();
            REQUIRE(density.evaluate(as_view(here)) == doctest::Approx(cached).epsilon(1e-9));
            REQUIRE(density.save() == saved);
            for (std::size_t i = 0; i < factors.size(); ++i) {
                datum const d = datum_of(model, density.brightness().ith_bright(i));
                REQUIRE(saved.bright[i] == density.brightness().ith_bright(i));
                REQUIRE(saved.bright_values.delta[i] ==
                        doctest::Approx(d.predictor(as_view(here)) - d.predictor(bound.anchor())).epsilon(1e-9).scale(1));
            }
        }
    }
}

TEST_CASE("an evaluation costs as many queries as data are bright, and candidates one each") {
    auto const model = synthetic_posterior(100, 3, 102);
    density_type density(joint(model, jaakkola_jordan::untuned(model)), as_view(zeros(3)));
    CHECK(density.queries() == 0);
    light(density, {1, 2, 3, 4, 5, 6, 7});
    CHECK(density.queries() == 7);
    density.evaluate(as_view(zeros(3)));
    CHECK(density.queries() == 14);
    density.request(std::vector<row_index>{50, 60});
    CHECK(density.queries() == 14);
    density.collect();
    CHECK(density.queries() == 16);
    CHECK(density.candidates().size() == 2);
}

TEST_CASE("the odds of one datum's brightness are the ratio of the two joints: its factor") {
    auto const model = synthetic_posterior(40, 3, 103);
    vector const theta = near(as_view(zeros(3)), 1, 104);
    density_type density(joint(model, jaakkola_jordan::untuned(model)), as_view(theta));
    for (row_index n = 0; n < 40; ++n) {
        double const dark = density.evaluate(as_view(theta));
        light(density, {n});
        double const factor = density.bright_log_factors()[0];
        CHECK(density.evaluate(as_view(theta)) - dark == doctest::Approx(factor).epsilon(1e-9));
        datum const d = datum_of(model, n);
        double const probability = -std::expm1(printed_log_bound((2 * d.target - 1) * d.predictor(as_view(theta)), 1.5) -
                                               d.log_likelihood(as_view(theta)));
        CHECK(sigmoid(factor) == doctest::Approx(probability).epsilon(1e-9).scale(1e-3));
        density.darken(0);
    }
}

TEST_CASE("a density far out is minus infinity and never NaN, bright data or not") {
    auto const model = synthetic_posterior(40, 2, 105);
    density_type density(joint(model, jaakkola_jordan::anchored(model, find_map(model).theta)), as_view(zeros(2)));
    light(density, {1, 2, 3});
    for (double const far : {1e3, 1e10, 1e100, 1e200, 1e308}) {
        CAPTURE(far);
        double const value = density.evaluate(as_view(vector_of({far, -far})));
        CHECK(!std::isnan(value));
        CHECK(value < -1e3);
    }
}

TEST_CASE("a density of one that was saved stands where that stood") {
    auto const model = synthetic_posterior(200, 4, 106);
    joint const target(model, jaakkola_jordan::anchored(model, find_map(model).theta));
    density_type density(target, as_view(near(target.bound().anchor(), 0.2, 107)));
    light(density, {5, 1, 7, 100, 199, 42});
    density.darken(1);
    density_state const saved = density.save();
    density_type again(target, saved);
    CHECK(again.save() == saved);
    CHECK(again.current() == density.current());
    CHECK(again.queries() == 0);
    vector const there = near(target.bound().anchor(), 0.2, 108);
    CHECK(again.evaluate(as_view(there)) == density.evaluate(as_view(there)));
}

TEST_CASE("a saved state whose bright data are not data of the model is refused") {
    auto const model = synthetic_posterior(200, 4, 109);
    joint const target(model, jaakkola_jordan::untuned(model));
    density_type density(target, as_view(zeros(4)));
    light(density, {5, 1});
    density_state saved = density.save();
    saved.bright = {5, 200};
    CHECK_THROWS_WITH_AS(
        density_type(target, saved),
        "saved state: it is not one of this model and its 200 rows; resume with the data and the bound it was saved with",
        invalid_argument);
    saved.bright = {5, 5};
    CHECK_THROWS_AS(density_type(target, saved), invalid_argument);
    saved.bright = {5, 1};
    saved.bright_values.gap.pop_back();
    CHECK_THROWS_AS(density_type(target, saved), invalid_argument);
}

TEST_CASE("every region has its own bound, in the density, its gradient, the candidates and after a step") {
    // 20 data, 6 of them bright; θ to and fro between the two regions. Where a bound nearly touches, the naive gap cancels and
    // differences of its logarithm are rough; the two bounds differ by far more.
    auto const model = synthetic_posterior(20, 2, 110);
    firefly_density density(joint(model, layered_bound(model)), as_view(zeros(2)));
    light(density, {0, 3, 4, 8, 9, 11});
    std::vector<row_index> const dark{1, 2, 19};
    for (auto const& theta : {vector_of({0.5, -0.6}), vector_of({1.2, -0.7}), vector_of({-0.3, 0.4}), vector_of({-0.2, 1.6})}) {
        std::size_t const region = dot(as_view(theta), as_view(theta)) < 1 ? 0 : 1;
        CAPTURE(region);
        auto const contact = [&](datum const&) { return layered_bound::xi[region]; };
        auto const naive = [&](vector const& at) { return naive_log_joint(model, density.brightness(), as_view(at), contact); };
        std::vector<double> gradient(2), again(2);
        CHECK(density.evaluate(as_view(theta), gradient) == doctest::Approx(naive(theta)).epsilon(1e-7));
        density.commit();
        CHECK(density.current().region == region);
        density.gradient(again);
        for (std::size_t i = 0; i < 2; ++i) {
            vector above = theta, below = theta;
            above(i) += 1e-5;
            below(i) -= 1e-5;
            CHECK(gradient[i] == doctest::Approx((naive(above) - naive(below)) / 2e-5).epsilon(1e-3));
            CHECK(again[i] == doctest::Approx(gradient[i]).epsilon(1e-12));
        }
        density.request(dark);
        density.collect();
        for (std::size_t i = 0; i < dark.size(); ++i) {
            datum const d = datum_of(model, dark[i]);
            double const log_bound = printed_log_bound((2 * d.target - 1) * d.predictor(as_view(theta)), contact(d));
            CHECK(density.candidate_log_factors()[i] ==
                  doctest::Approx(std::log(std::expm1(d.log_likelihood(as_view(theta)) - log_bound))).epsilon(1e-6));
        }
    }
}
