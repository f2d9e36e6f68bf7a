#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"
#include "support/secants.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// One datum, x = 1.
logistic_posterior single(double target) {
    return make_posterior(matrix_of({{1}}), vector_of({target}), 1);
}

/// The gap of a datum with x = (1, 0, …) at θ − anchor = d.
double gap_at(jaakkola_jordan const& bound, double target, double d) {
    batch<scalar_notes> b(bound.anchor().size());
    b.resize(1);
    b.copy(0)[0] = 1;
    b.target[0] = target;
    bound.annotate(b);
    evaluation values;
    values.resize(1, 1);
    values.delta[0] = d;
    bound.gap(0, b, values);
    return values.gap[0];
}

double anchored_gap(double eta, double delta) {
    return gap_at(jaakkola_jordan::anchored(single(1), vector_of({eta})), 1, delta);
}

/// log L − log B as the paper prints them, in long double: good to about 1e-18 of the terms.
long double printed_gap(long double y, long double xi) {
    xi = std::abs(xi);
    long double const a = xi == 0 ? -0.125L : -std::tanh(xi / 2) / (4 * xi);
    long double const c = -a * xi * xi - (xi / 2 + std::log1p(std::exp(-xi)));
    long double const log_likelihood = y >= 0 ? -std::log1p(std::exp(-y)) : y - std::log1p(std::exp(y));
    return log_likelihood - (a * y * y + y / 2 + c);
}

/// Contacts from 0 to ±1e3.
std::vector<double> contacts() {
    std::vector<double> grid{0, 1e-300, 1e-12, 1e-5, 0.99e-4, 1e-4, 1.01e-4, 1e-3};
    for (double x = 0.01; x < 1e3; x *= 1.37) grid.push_back(x);
    grid.push_back(1e3);
    return grid;
}

/// Steps from ±1e-12 to ±2e3, and those around the second contact.
std::vector<double> steps_from(double eta) {
    std::vector<double> grid{0};
    for (double x = 1e-12; x < 2e3; x *= 1.7) grid.insert(grid.end(), {x, -x});
    for (double const share : {-1e-6, -1e-12, -1e-15, 0.0, 1e-15, 1e-12, 1e-6}) grid.push_back(-2 * eta * (1 + share));
    return grid;
}

double log_likelihood_sum(logistic_posterior const& model, vector_view theta) {
    return naive_log_posterior(model, theta) - naive_log_prior(model, theta);
}

double collapsed_value(jaakkola_jordan const& bound, vector_view theta) {
    std::vector<double> d(theta.size()), scratch(theta.size());
    for (std::size_t i = 0; i < d.size(); ++i) d[i] = theta[i] - bound.anchor()[i];
    return bound.collapsed(0).value(d, scratch);
}

/// Twelve rows, two of them equal, one of zeros, one far out.
logistic_posterior awkward() {
    matrix features = zeros(12, 3);
    random_source({.seed = 61}).normals({features.data(), features.size()});
    vector target = zeros(12);
    for (std::size_t n = 0; n < 12; n += 2) target(n) = 1;
    for (std::size_t d = 0; d < 3; ++d) {
        features(1, d) = features(0, d);
        features(5, d) = 0;
        features(7, d) *= 50;
    }
    return make_posterior(features, target, 1);
}

/// k and the least curvature against every secant 2ψ/Δ² within reach. `tolerance` is what rounding may do to a secant.
template <class Secant>
void check_curvatures(double most, double least, double reach, double tolerance, Secant const& secant) {
    double highest = -infinity, lowest = infinity;
    for (double const step : steps_within(reach)) {
        highest = std::max(highest, secant(step));
        lowest = std::min(lowest, secant(step));
    }
    CHECK(most >= highest - tolerance);
    CHECK(least <= lowest + tolerance);
    CHECK(most <= highest + 0.02 * (highest - lowest) + 2e-14 + tolerance);  // sharp, as far as the grid can tell
}

}  // namespace

TEST_CASE("the bound never exceeds the likelihood, for contacts and predictors up to 1000") {
    for (double const eta : contacts())
        for (double const sign : {1.0, -1.0}) {
            auto const bound = jaakkola_jordan::anchored(single(1), vector_of({sign * eta}));
            for (double const delta : steps_from(eta)) {
                CAPTURE(sign * eta);
                CAPTURE(delta);
                CHECK(gap_at(bound, 1, sign * delta) >= 0);
            }
        }
}

TEST_CASE("the gap is the paper's, wherever the paper's formula does not cancel") {
    for (double const eta : contacts())
        for (double const delta : steps_from(eta)) {
            CAPTURE(eta);
            CAPTURE(delta);
            double const expected = static_cast<double>(printed_gap(static_cast<long double>(eta) + delta, eta));
            // terms up to η²k and ψ: their rounding, and the 8 units in the last place by which k is inflated
            double const scale = 1 + std::abs(eta) + std::abs(delta) + jaakkola_jordan_curvature::everywhere(eta) * delta * delta;
            // below 1e-4 the limit 1/4 stands for k, which is ξ²/48 less
            double const limit = eta < 1e-4 ? eta * eta / 96 * delta * delta : 0;
            CHECK(std::abs(anchored_gap(eta, delta) - expected) < 1e-14 * scale + 1.01 * limit);
        }
}

TEST_CASE("the gap vanishes to second order at the anchor, with the curvature that the bound has in excess") {
    for (double const eta : {0.1, 0.5, 1.5, 3.0, 8.0, -2.0}) {
        double const w = sigmoid(eta) * sigmoid(-eta);
        double const excess = jaakkola_jordan_curvature::everywhere(eta) - w;
        for (double const delta : {1e-12, 1e-8, 1e-5}) {
            CAPTURE(eta);
            CAPTURE(delta);
            // the next term is ψ'''Δ³/6 < 0.02 Δ³; rounding is 1e-15·k/(k − w)
            double const tolerance = 0.1 * delta / excess + 1e-14 / excess;
            CHECK(anchored_gap(eta, delta) == doctest::Approx(excess * delta * delta / 2).epsilon(tolerance).scale(0));
            CHECK(anchored_gap(eta, -delta) == doctest::Approx(excess * delta * delta / 2).epsilon(tolerance).scale(0));
        }
        CHECK(anchored_gap(eta, 0) == 0);
    }
}

TEST_CASE("the bound touches again at minus the anchor, but for its inflation") {
    for (double const eta : {0.01, 0.5, 1.5, 10.0, 300.0}) {
        CAPTURE(eta);
        CHECK(anchored_gap(eta, -2 * eta) < 1e-14 * jaakkola_jordan_curvature::everywhere(eta) * 2 * eta * eta);
    }
}

TEST_CASE("the curvature is tanh(ξ/2)/(2ξ), never below it and at most 1e-8 above, even in function") {
    for (double const eta : contacts()) {
        CAPTURE(eta);
        long double const xi = eta;
        long double const exact = eta < 1e-150 ? 0.25L : std::tanh(xi / 2) / (2 * xi);
        double const k = jaakkola_jordan_curvature::everywhere(eta);
        CHECK(k >= exact);
        CHECK(k <= exact * (1 + (eta < 1e-4 ? 1e-8L : 4e-15L)));
        CHECK(jaakkola_jordan_curvature::everywhere(-eta) == k);
    }
}

TEST_CASE("an anchored bound is tight at its anchor") {
    auto const model = awkward();
    vector const theta = vector_of({0.3, -0.2, 1.1});
    auto const bound = jaakkola_jordan::anchored(model, theta);
    CHECK(collapsed_value(bound, as_view(theta)) == doctest::Approx(log_likelihood_sum(model, as_view(theta))).epsilon(1e-13));
    CHECK(bound.regions() == 1);
    CHECK(bound.region(as_view(theta)) == 0);
}

TEST_CASE("the collapsed bound is the sum of the printed bounds at random θ, anchored and untuned") {
    // 20 points, seeds 100 to 119; relative error 1e-12
    for (auto const& model : {awkward(), synthetic_posterior(5000, 4, 62)}) {
        vector const theta_star = near(as_view(zeros(model.dimension())), 0.5, 63);
        auto const anchored = jaakkola_jordan::anchored(model, theta_star);
        auto const untuned = jaakkola_jordan::untuned(model), other = jaakkola_jordan::untuned(model, 0.3);
        for (std::uint64_t seed = 100; seed < 120; ++seed) {
            vector const theta = near(as_view(theta_star), 1, seed);
            double at_anchor = 0, at_xi = 0, at_other = 0;
            for (row_index n = 0; n < model.rows().rows(); ++n) {
                datum const d = datum_of(model, n);
                double const y = (2 * d.target - 1) * d.predictor(as_view(theta));
                at_anchor += printed_log_bound(y, d.predictor(as_view(theta_star)));
                at_xi += printed_log_bound(y, 1.5);
                at_other += printed_log_bound(y, 0.3);
            }
            CHECK(collapsed_value(anchored, as_view(theta)) == doctest::Approx(at_anchor).epsilon(1e-12));
            CHECK(collapsed_value(untuned, as_view(theta)) == doctest::Approx(at_xi).epsilon(1e-12));
            CHECK(collapsed_value(other, as_view(theta)) == doctest::Approx(at_other).epsilon(1e-12));
            CHECK(at_anchor <= log_likelihood_sum(model, as_view(theta)));
            CHECK(at_xi <= log_likelihood_sum(model, as_view(theta)));
        }
    }
}

TEST_CASE("collapsed bound plus gaps is the log likelihood, anchored and untuned") {
    auto const model = awkward();
    vector const theta_star = vector_of({0.3, -0.2, 1.1});
    std::vector<row_index> all(12);
    for (row_index n = 0; n < 12; ++n) all[n] = n;
    for (auto const& bound : {jaakkola_jordan::anchored(model, theta_star), jaakkola_jordan::untuned(model)})
        for (std::uint64_t seed = 120; seed < 130; ++seed) {
            vector const theta = near(as_view(theta_star), 1, seed);
            batch<scalar_notes> b(3);
            model.rows().request(all, b);
            model.rows().collect(b);
            bound.annotate(b);
            evaluation values;
            values.resize(12, 1);
            std::vector<double> d(3);
            for (std::size_t i = 0; i < 3; ++i) d[i] = theta(i) - bound.anchor()[i];
            predict(b.list(), d, values.delta);
            bound.gap(0, b, values);
            double sum = collapsed_value(bound, as_view(theta));
            for (double const gap : values.gap) sum += gap;
            CHECK(sum == doctest::Approx(log_likelihood_sum(model, as_view(theta))).epsilon(1e-12));
            CHECK(values.gap[0] >= 0);
        }
}

TEST_CASE("an anchored bound has no gap at a row of zeros, so that its datum is never bright") {
    CHECK(anchored_gap(0, 0) == 0);
    CHECK(log_bright_factor(anchored_gap(0, 0)) == -infinity);
}

TEST_CASE("a datum is annotated alike in every batch, to the last bit") {
    for (std::size_t const columns : {3u, 8u, 11u, 30u}) {
        CAPTURE(columns);
        auto const model = synthetic_posterior(103, columns, 64);
        auto const bound = jaakkola_jordan::anchored(model, near(as_view(zeros(columns)), 1, 65));
        auto const annotated = [&](std::vector<row_index> const& indices) {
            batch<scalar_notes> b(columns);
            model.rows().request(indices, b);
            model.rows().collect(b);
            bound.annotate(b);
            return b;
        };
        std::vector<row_index> all(103);
        for (row_index n = 0; n < 103; ++n) all[n] = n;
        batch<scalar_notes> const together = annotated(all);
        for (row_index n = 0; n < 103; ++n) {
            batch<scalar_notes> const alone = annotated({n});
            CHECK(alone.notes.contact[0] == together.notes.contact[n]);
            CHECK(alone.notes.everywhere[0] == together.notes.everywhere[n]);
        }
    }
}

TEST_CASE("an untuned bound touches at ξ on the side of the datum's class") {
    auto const model = awkward();
    auto const bound = jaakkola_jordan::untuned(model, 1.5);
    for (double const anchor : bound.anchor()) CHECK(anchor == 0);
    for (double const target : {0.0, 1.0}) {
        double const side = target > 0.5 ? 1 : -1;
        CHECK(gap_at(bound, target, 1.5 * side) == 0);
        CHECK(gap_at(bound, target, -1.5 * side) < 1e-14);
        for (double const y : {-20.0, -1.0, 0.0, 1.0, 1.6, 5.0, 700.0})
            CHECK(gap_at(bound, target, side * y) == doctest::Approx(static_cast<double>(printed_gap(y, 1.5))).epsilon(1e-12));
    }
}

TEST_CASE(
    "under the untuned bound with ξ = 1.5 a datum of likelihood between 0.1 and 0.9 is bright with probability up to 0.0201") {
    // Maclaurin & Adams 2014, section 3.1, say "less than 0.02"; the maximum is 0.020116 by numpy on a fine grid
    double worst = 0;
    auto const bound = jaakkola_jordan::untuned(single(1), 1.5);
    for (double y = -std::log(9.0); y <= std::log(9.0); y += 1e-3) worst = std::max(worst, -std::expm1(-gap_at(bound, 1, y)));
    CHECK(worst == doctest::Approx(0.020116).epsilon(1e-3));
}

TEST_CASE("a bound says what is wrong with its anchor and with its ξ") {
    auto const model = awkward();
    CHECK_THROWS_WITH_AS(jaakkola_jordan::anchored(model, zeros(2)),
                         "jaakkola_jordan: the anchor has 2 numbers but the model has 3 parameters", invalid_argument);
    CHECK_THROWS_WITH_AS(jaakkola_jordan::anchored(model, vector_of({0, infinity, 0})),
                         "jaakkola_jordan: number 1 of the anchor is inf; give finite ones", invalid_argument);
    CHECK_THROWS_WITH_AS(jaakkola_jordan::untuned(model, 0), "jaakkola_jordan: xi must be positive and finite, got 0",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(jaakkola_jordan::untuned(model, -1.5), "jaakkola_jordan: xi must be positive and finite, got -1.5",
                         invalid_argument);
    CHECK_THROWS_WITH_AS(jaakkola_jordan::untuned(model, infinity), "jaakkola_jordan: xi must be positive and finite, got inf",
                         invalid_argument);
    CHECK_THROWS_AS(jaakkola_jordan::untuned(model, std::numeric_limits<double>::quiet_NaN()), invalid_argument);
}

TEST_CASE("the notes of a batch are the curvatures of the formulas, never below the truth, at any size") {
    // One column, θ* = 1: every row is its own predictor.
    std::vector<double> grid;
    for (double size = 1e-7; size < 700; size *= 1.9) grid.insert(grid.end(), {size, -size});
    grid.push_back(0);
    matrix features = zeros(grid.size(), 1);
    vector target = zeros(grid.size());
    for (std::size_t n = 0; n < grid.size(); ++n) features(n, 0) = grid[n];
    posterior const model(logistic{}, gaussian_prior(1), dense_rows(features, target));
    for (double const radius : {1e-6, 0.1, 0.7, 1.5, 2.5}) {
        CAPTURE(radius);
        matrix one = zeros(1, 1);
        one(0, 0) = 1;
        auto const bound = jaakkola_jordan::anchored(model, vector{1.0}, ellipsoid(cholesky(one), radius));
        batch<scalar_notes> rows(1);
        std::vector<row_index> all(grid.size());
        for (std::size_t n = 0; n < all.size(); ++n) all[n] = n;
        model.rows().request(all, rows);
        model.rows().collect(rows);
        bound.annotate(rows);
        std::vector<double> least(grid.size());
        bound.least_curvature(0, rows, least);
        for (std::size_t n = 0; n < grid.size(); ++n) {
            CAPTURE(grid[n]);
            long double const xi = std::abs(grid[n]), exact = xi < 1e-6L ? 0.25L - xi * xi / 48 : std::tanh(xi / 2) / (2 * xi);
            CHECK(rows.notes.everywhere[n] >= exact);
            CHECK(rows.notes.everywhere[n] ==
                  doctest::Approx(jaakkola_jordan_curvature::everywhere(grid[n])).epsilon(1e-14).scale(0));
            CHECK(rows.notes.within[n] ==
                  doctest::Approx(jaakkola_jordan_curvature::within(grid[n], rows.notes.reach[n])).epsilon(1e-13).scale(0));
            CHECK(least[n] == doctest::Approx(jaakkola_jordan_curvature::least_within(grid[n], rows.notes.reach[n]))
                                  .epsilon(1e-13)
                                  .scale(1e-300));
        }
    }
}

TEST_CASE("a weight is L̃/u² without logarithms, near and far, to what rounding leaves of the gap") {
    for (double const size : contacts())
        for (double const eta : {size, -size}) {
            auto const bound = jaakkola_jordan::anchored(single(1), vector_of({eta}));
            batch<scalar_notes> row(1);
            row.resize(1);
            row.copy(0)[0] = row.target[0] = 1;
            bound.annotate(row);
            for (double const u : steps_from(eta)) {
                if (std::abs(u) < 1e-150 || std::abs(u) > 50) continue;  // where ψ and its exponential are numbers
                CAPTURE(eta);
                CAPTURE(u);
                long double const k = row.notes.everywhere[0], square = static_cast<long double>(u) * u;
                long double const fall = logistic::fall_below_tangent(eta, u), gap = k * square / 2 - fall;
                // Where the two terms of the gap cancel, at the second contact, their rounding is all that is left.
                double const rounding =
                    static_cast<double>(20 * std::numeric_limits<double>::epsilon() * k * (1 + std::exp(k * square / 2)));
                factor_weight const weight = bound.weigh(bound.shape(row, 0), 0.11, u);
                CHECK(weight.plain >= 0);
                CHECK(std::abs(weight.plain - static_cast<double>(std::expm1(gap) / square)) <= rounding);
                CHECK(weight.damped == doctest::Approx(weight.plain * std::exp(-0.11 * u * u / 2)).epsilon(1e-13).scale(0));
            }
        }
}

TEST_CASE("the logistic curvature of an interval is the largest secant within it, and the least is the smallest") {
    for (double const size : {0.0, 1e-6, 1e-3, 0.1, 0.7, 1.5, 3.0, 8.0, 30.0})
        for (double const eta : {size, -size})
            for (double const reach : reaches) {
                CAPTURE(eta);
                CAPTURE(reach);
                auto const secant = [&](double step) { return 2 * logistic::fall_below_tangent(eta, step) / step / step; };
                double const most = jaakkola_jordan_curvature::within(eta, reach);
                double const least = jaakkola_jordan_curvature::least_within(eta, reach);
                if (size >= 1e-3) check_curvatures(most, least, reach, 1e-14 * most, secant);
                CHECK(most <= jaakkola_jordan_curvature::everywhere(eta));
                CHECK(least <= sigmoid(eta) * sigmoid(-eta) * (1 + 1e-14));
                if (reach >= 2 * size) CHECK(most == doctest::Approx(jaakkola_jordan_curvature::everywhere(eta)).epsilon(1e-13));
            }
    CHECK(jaakkola_jordan_curvature::least_within(2, infinity) == 0);
    CHECK(jaakkola_jordan_curvature::within(2, 0) == doctest::Approx(sigmoid(2.0) * sigmoid(-2.0)).epsilon(1e-14));
}

TEST_CASE("the least curvatures in a ring are those of a region as wide, and lower than within") {
    auto const model = synthetic_posterior(30, 3, 768);
    anchor const at = find_map(model);
    auto const narrow = jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, {1, 2}));
    auto const wide = jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 2));
    auto const least = [&](jaakkola_jordan const& bound, std::size_t region) {
        std::vector<row_index> all(30);
        std::iota(all.begin(), all.end(), row_index{0});
        batch<scalar_notes> data(3);
        model.rows().request(all, data);
        model.rows().collect(data);
        bound.annotate(data);
        std::vector<double> result(30);
        bound.least_curvature(region, data, result);
        return result;
    };
    auto const ring = least(narrow, 1), as_wide = least(wide, 0), within = least(narrow, 0);
    for (std::size_t i = 0; i < 30; ++i) {
        CHECK(ring[i] == doctest::Approx(as_wide[i]).epsilon(1e-6).scale(0));
        CHECK(ring[i] < within[i]);
    }
}
