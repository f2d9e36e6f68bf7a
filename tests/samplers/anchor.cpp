#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/robust_problem.hpp"

import firefly.external;
import firefly.samplers;

using namespace firefly;
using namespace firefly::testing;

namespace {

logistic_posterior mixed() {
    return make_posterior(matrix_of({{1, 0.5, -1.2},
                                     {1, -0.3, 0.8},
                                     {1, 1.7, 0.1},
                                     {1, -2.1, -0.6},
                                     {1, 0.9, 1.4},
                                     {1, -0.8, 0.3},
                                     {1, 0.2, -2.0},
                                     {1, 1.1, 0.7}}),
                          vector_of({1, 0, 1, 0, 1, 1, 0, 0}), 2);
}

logistic_posterior separable() {
    return make_posterior(matrix_of({{-2}, {-1}, {1}, {3}}), vector_of({0, 0, 1, 1}), 10);
}

/// ℓ = −log cosh(t − η): concave, and so flat far out that Newton's whole step leads far beyond the maximum.
struct flat_sides {
    std::size_t width() const { return 1; }
    void check(double) const {}
    void log_likelihood(vector_view targets, vector_view eta, vector_out out) const {
        for (std::size_t i = 0; i < targets.size(); ++i) out[i] = -std::log(std::cosh(targets[i] - eta[i]));
    }
    void derivatives(vector_view targets, vector_view eta, vector_out first) const {
        for (std::size_t i = 0; i < targets.size(); ++i) first[i] = std::tanh(targets[i] - eta[i]);
    }
    void derivatives(vector_view targets, vector_view eta, vector_out first, vector_out second) const {
        derivatives(targets, eta, first);
        for (std::size_t i = 0; i < targets.size(); ++i) second[i] = 1 - first[i] * first[i];
    }
};

/// ∇ log posterior, datum by datum.
std::vector<double> gradient(logistic_posterior const& model, vector_view theta) {
    std::vector<double> g(theta.size());
    for (std::size_t i = 0; i < g.size(); ++i) g[i] = -theta[i] / (model.prior().scale() * model.prior().scale());
    for (row_index n = 0; n < model.rows().rows(); ++n) {
        datum const d = datum_of(model, n);
        for (std::size_t i = 0; i < g.size(); ++i) g[i] += (d.target - sigmoid(d.predictor(theta))) * d.row[i];
    }
    return g;
}

/// −∇² log posterior, datum by datum.
matrix hessian(logistic_posterior const& model, vector_view theta) {
    matrix h = zeros(theta.size(), theta.size());
    for (std::size_t i = 0; i < theta.size(); ++i) h(i, i) = 1 / (model.prior().scale() * model.prior().scale());
    for (row_index n = 0; n < model.rows().rows(); ++n) {
        datum const d = datum_of(model, n);
        double const eta = d.predictor(theta);
        for (std::size_t i = 0; i < theta.size(); ++i)
            for (std::size_t j = 0; j < theta.size(); ++j) h(i, j) += sigmoid(eta) * sigmoid(-eta) * d.row[i] * d.row[j];
    }
    return h;
}

matrix robust_features() {
    return matrix_of({{1, 0.5, -1.2},
                      {1, -0.3, 0.8},
                      {1, 1.7, 0.1},
                      {1, -2.1, -0.6},
                      {1, 0.9, 1.4},
                      {1, -0.8, 0.3},
                      {1, 0.2, -2.0},
                      {1, 1.1, 0.7}});
}

/// Two of the eight are outliers.
template <Prior P>
auto robust(P prior, student_t_settings noise = {}) {
    return make_robust(robust_features(), vector_of({1.9, 0.2, 3.1, -2.4, 25.0, -0.6, 0.9, -12.0}), prior, noise);
}

template <Model M>
void check_map(M const& model, std::vector<double> const& theta, double log_posterior) {
    anchor const at = find_map(model, {.tolerance = 1e-20});
    CAPTURE(at.passes);
    for (std::size_t i = 0; i < theta.size(); ++i) CHECK(at.theta(i) == doctest::Approx(theta[i]).epsilon(2e-7).scale(1));
    CHECK(at.log_posterior == doctest::Approx(log_posterior).epsilon(1e-11));
    CHECK(at.decrement < 1e-20);
    CHECK(at.passes < 20);
}

/// max_ij |H_ij − central difference of the log posterior| / (1 + |H_ij|).
template <Model M, class LogPosterior>
double precision_error(anchor const& at, M const& model, LogPosterior const& log_posterior) {
    std::size_t const dimension = model.dimension();
    matrix const& lower = at.precision.lower();
    double worst = 0;
    for (std::size_t i = 0; i < dimension; ++i)
        for (std::size_t j = 0; j < dimension; ++j) {
            double product = 0;
            for (std::size_t k = 0; k < dimension; ++k) product += lower(i, k) * lower(j, k);
            double const h = 1e-4;
            auto const value = [&](double a, double b) {
                vector theta = at.theta;
                theta(i) += a * h;
                theta(j) += b * h;
                return log_posterior(as_view(theta));
            };
            double const difference = -(value(1, 1) - value(1, -1) - value(-1, 1) + value(-1, -1)) / (4 * h * h);
            worst = std::max(worst, std::abs(product - difference) / (1 + std::abs(product)));
        }
    return worst;
}

}  // namespace

TEST_CASE("the MAP of robust regression with a Gaussian prior is that of scipy") {
    // scipy 1.17.1, Nelder–Mead, the best of 21 starts, good to about 1e-8: anchor_reference.py
    check_map(robust(gaussian_prior(2)), {0.6284636433545824, 1.4315126535711693, -0.08540744068467107}, -30.41364421335896);
    check_map(robust(gaussian_prior(2), {.degrees_of_freedom = 2, .scale = 0.5}),
              {0.6606782330203511, 1.4726253639338258, -0.06773905990154755}, -23.157866588017647);
}

TEST_CASE("the MAP under a Laplace prior, smoothed, is that of scipy: no coordinate at the kink, two of them, all") {
    // scipy 1.17.1, Nelder–Mead, the best of 21 starts, good to about 1e-8: anchor_reference.py
    check_map(robust(laplace_prior(1)), {0.5090080452460235, 1.3542356395644335, -0.05819419660609179}, -32.01794363003755);
    check_map(robust(laplace_prior(0.2)), {0.009054623673010957, 0.5707550736520304, -0.008076814089616769}, -36.825023424134145);
    auto const mixed_with = [](double scale) {
        auto const gaussian = mixed();
        return posterior(logistic{}, laplace_prior(scale), gaussian.rows());
    };
    check_map(mixed_with(1), {-0.006129205048828533, 0.26554933568394407, 0.05894594917712126}, -5.378151973718385);
    check_map(mixed_with(0.3), {-3.135919450280612e-05, 0.014919888684136347, 0.007433153376109589}, -5.529336464269813);
}

TEST_CASE("smoothing a Laplace prior moves the MAP by a small part of a posterior standard deviation") {
    // with the kink, by scipy as above: 0.5332, 1.3568, 0
    double const kinked[] = {0.5332292296468326, 1.3568143869821685, 0};
    anchor const at = find_map(robust(laplace_prior(1)));
    std::vector<double> difference(3);
    for (std::size_t i = 0; i < 3; ++i) difference[i] = at.theta(i) - kinked[i];
    // |Lᵀ(θ* − θ)|² in posterior variances
    double square = 0;
    for (std::size_t j = 0; j < 3; ++j) {
        double sum = 0;
        for (std::size_t i = j; i < 3; ++i) sum += at.precision.lower()(i, j) * difference[i];
        square += sum * sum;
    }
    CHECK(square < 0.1);
}

TEST_CASE("the precision at the MAP of robust regression is the true curvature, outliers subtracting from it") {
    // differences of step 1e-4: right to about 1e-6
    auto const small = robust(gaussian_prior(2));
    CHECK(precision_error(find_map(small), small, [&](vector_view t) { return naive_log_posterior(small, t); }) < 1e-5);
    auto const [features, target] = contaminated(500, 3, 351);
    auto const large = make_robust(features, target, gaussian_prior(2), {.degrees_of_freedom = 3, .scale = 0.8});
    CHECK(precision_error(find_map(large), large, [&](vector_view t) { return naive_log_posterior(large, t); }) < 1e-5);
}

TEST_CASE("outliers do not keep robust regression from its maximum, nor does a start where all data are outliers") {
    auto [features, target] = contaminated(5000, 4, 352);
    for (double const shift : {0.0, 50.0, 1e3}) {
        CAPTURE(shift);
        vector moved = target;
        for (double& t : moved) t += shift;
        auto const model = make_robust(features, moved, gaussian_prior(1e3));
        anchor const at = find_map(model);
        CHECK(at.decrement < 1e-8);
        CHECK(at.passes < 60);
        CHECK(at.theta(0) - shift ==
              doctest::Approx(find_map(make_robust(features, target, gaussian_prior(1e3))).theta(0)).epsilon(1e-2));
    }
}

TEST_CASE("likelihoods that are flat or steep where the search begins have their MAP") {
    // An intercept alone under a wide prior: the maximum is where the means agree.
    matrix const ones = matrix_of({{1}, {1}, {1}, {1}});
    auto const intercept = [&](auto const& likelihood, std::vector<double> const& targets) {
        anchor const at = find_map(posterior(likelihood, gaussian_prior(1e6), dense_rows(ones, to_vector(targets))));
        CHECK(at.decrement < 1e-8);
        return at.theta(0);
    };
    // Flat: the curvature is zero at a predictor of 0, or too small to be told from it.
    CHECK(intercept(huber({.threshold = 1}), {999, 1000, 1000.5, 1000.5}) == doctest::Approx(1000).epsilon(1e-6));
    CHECK(intercept(log_cosh({}), {999, 1000, 1000, 1001}) == doctest::Approx(1000).epsilon(1e-6));
    CHECK(intercept(gaussian({}), {-5, 1000, 3, 2}) == doctest::Approx(250).epsilon(1e-6));
    // Steep: a whole step of Newton's leads to e^1000.
    double const mean = std::log(10'000);
    CHECK(intercept(poisson{}, {9'000, 10'000, 10'500, 10'500}) == doctest::Approx(mean).epsilon(1e-6));
    for (double const size : {0.5, 1e3, 1e6})
        CHECK(intercept(negative_binomial({.size = size}), {9'000, 10'000, 10'500, 10'500}) == doctest::Approx(mean).epsilon(1e-6));
    CHECK(intercept(gamma_likelihood({.shape = 3}), {9'000, 10'000, 10'500, 10'500}) == doctest::Approx(mean).epsilon(1e-6));
    CHECK(intercept(probit{}, {1, 1, 1, 0}) == doctest::Approx(0.6744897501960817).epsilon(1e-6));
    CHECK(intercept(cloglog{}, {1, 1, 1, 0}) == doctest::Approx(std::log(std::log(4))).epsilon(1e-6));
}

TEST_CASE("a slope that vanishes where the posterior is not concave is reported, with what to do") {
    // Two targets far apart: at θ = 0 the posterior has a minimum between two maxima, and by symmetry no slope.
    auto const model = make_robust(matrix_of({{1}, {1}}), vector_of({30, -30}), gaussian_prior(1e3));
    CHECK_THROWS_WITH_AS(
        find_map(model),
        "find_map: after 2 passes the slope vanishes where the posterior is not concave; remove columns that depend "
        "on others, use a narrower Gaussian prior, or anchor the bound at a point of your own",
        numerical_error);
    // Its own point is as exact: see enumeration and quadrature.
    CHECK_NOTHROW(joint(model, student_t_bound::anchored(model, vector_of({30}))));
}

TEST_CASE("columns so large that the curvature is no number are reported, with what to do") {
    auto const model = make_posterior(matrix_of({{1e200}, {-1e200}, {1}}), vector_of({1, 0, 1}), 1);
    CHECK_THROWS_WITH_AS(find_map(model), "find_map: the posterior's curvature is no number; scale the columns to numbers near one",
                         numerical_error);
}

TEST_CASE("separable classes under a nearly flat prior have their MAP, or the search says what to do") {
    matrix const features = matrix_of({{1, -2}, {1, -1}, {1, 1}, {1, 3}});
    vector const target = vector_of({0, 0, 1, 1});
    for (double const scale : {10.0, 1e3, 1e6}) {
        CAPTURE(scale);
        auto const model = make_posterior(features, target, scale);
        anchor const at = find_map(model);
        CHECK(at.decrement < 1e-8);
        // Prior and likelihood balance. Where the decrement alone is small, the likelihood still pulls a thousand times harder.
        std::vector<double> const g = gradient(model, as_view(at.theta));
        for (std::size_t i = 0; i < 2; ++i) CHECK(std::abs(g[i]) < 0.5 * std::abs(at.theta(1)) / (scale * scale));
    }
    CHECK_THROWS_WITH_AS(find_map(make_posterior(features, target, 1e100)), doctest::Contains("give the prior a smaller scale"),
                         numerical_error);
    anchor const kinked = find_map(posterior(logistic{}, laplace_prior(1e3), dense_rows(features, target)));
    CHECK(kinked.decrement < 1e-8);
}

TEST_CASE("columns that depend on others are no obstacle to a Gaussian prior, and are named under a Laplace prior") {
    auto const [features, target] = contaminated(300, 2, 353);
    matrix doubled = zeros(300, 3);
    for (std::size_t n = 0; n < 300; ++n)
        for (std::size_t d = 0; d < 3; ++d) doubled(n, d) = features(n, std::min<std::size_t>(d, 1));
    for (double const scale : {1.0, 1e3}) {
        anchor const at = find_map(make_robust(doubled, target, gaussian_prior(scale)));
        CHECK(at.theta(1) == doctest::Approx(at.theta(2)).epsilon(1e-6));
    }
    CHECK_THROWS_WITH_AS(find_map(make_robust(doubled, target, laplace_prior(1))),
                         doctest::Contains("remove columns that depend on others"), numerical_error);
}

TEST_CASE("a precision made of rounding errors is never believed, whichever way they go") {
    // Two columns alike, 20 data sets: what is left of the last pivot is rounding of either sign, unless a weight stands where the Laplace
    // prior is smoothed, which then gives it a precision of its own.
    int refused = 0;
    for (std::uint64_t seed = 360; seed < 380; ++seed) {
        CAPTURE(seed);
        auto const [features, target] = contaminated(300, 2, seed);
        matrix doubled = zeros(300, 3);
        for (std::size_t n = 0; n < 300; ++n)
            for (std::size_t d = 0; d < 3; ++d) doubled(n, d) = features(n, std::min<std::size_t>(d, 1));
        try {
            matrix const lower = find_map(make_robust(doubled, target, laplace_prior(1))).precision.lower();
            for (std::size_t i = 0; i < 3; ++i) {
                double diagonal = 0;
                for (std::size_t j = 0; j <= i; ++j) diagonal += lower(i, j) * lower(i, j);
                CHECK(lower(i, i) * lower(i, i) > 1e-14 * diagonal);
            }
        } catch (numerical_error const& refusal) {
            CHECK(std::string(refusal.what()).find("remove columns that depend on others") != std::string::npos);
            ++refused;
        }
    }
    CHECK(refused >= 10);
}

TEST_CASE("a search says what is wrong with its settings") {
    CHECK_THROWS_WITH_AS(find_map(mixed(), {.max_steps = 0}), "find_map: max_steps must be positive, got 0", invalid_argument);
    CHECK_THROWS_WITH_AS(find_map(mixed(), {.tolerance = 0}), "find_map: tolerance must be positive and finite, got 0",
                         invalid_argument);
    CHECK_THROWS_AS(find_map(mixed(), {.tolerance = infinity}), invalid_argument);
}

TEST_CASE("the MAP is that of scikit-learn") {
    // scikit-learn 1.9.1, newton-cholesky, tol 1e-14: anchor_reference.py
    double const reference[] = {-0.08380388657543694, 0.6337388167959896, 0.23604989912964236};
    anchor const at = find_map(mixed(), {.tolerance = 1e-20});
    REQUIRE(at.theta.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) CHECK(at.theta(i) == doctest::Approx(reference[i]).epsilon(1e-9));
    CHECK(at.log_posterior == doctest::Approx(-4.938343828958757).epsilon(1e-12));
    CHECK(at.decrement < 1e-20);
}

TEST_CASE("separable data have a MAP under a proper prior") {
    // scikit-learn 1.9.1, newton-cholesky, tol 1e-14: anchor_reference.py
    anchor const at = find_map(separable(), {.tolerance = 1e-20});
    CHECK(at.theta(0) == doctest::Approx(3.930499204058472).epsilon(1e-9));
    CHECK(at.log_posterior == doctest::Approx(-0.11652432449544595).epsilon(1e-12));
}

TEST_CASE("a step that leads beyond the maximum is halved until it climbs") {
    // From 0 the whole step is 100 long, and the maximum of one datum at 3 is at 3 but for the prior.
    posterior const model(flat_sides{}, gaussian_prior(1000), dense_rows(matrix_of({{1}}), vector_of({3})));
    anchor const at = find_map(model, {.max_steps = 40});
    CHECK(at.theta(0) == doctest::Approx(3).epsilon(1e-4));
    CHECK(at.passes > 6);
}

TEST_CASE("the search climbs from where the posterior curves upwards in every direction") {
    // Three data that are outliers at θ = 0: there −ℓ'' is negative.
    auto const model = make_robust(matrix_of({{1}, {1}, {1}}), vector_of({20, 20.5, 19.5}), gaussian_prior(10), {});
    CHECK(find_map(model, {.tolerance = 1e-18}).theta(0) > 19);
}

TEST_CASE("the gradient vanishes at the MAP, to what the tolerance promises") {
    for (auto const& model : {mixed(), separable(), synthetic_posterior(5000, 5, 71)}) {
        anchor const at = find_map(model);
        std::vector<double> const g = gradient(model, as_view(at.theta));
        auto step = g;
        at.precision.solve(step);
        CHECK(std::abs(dot(g, step) - at.decrement) < 1e-12);
        CHECK(at.decrement < 1e-8);
        CHECK(at.passes < 20);
        CHECK(at.log_posterior == doctest::Approx(naive_log_posterior(model, as_view(at.theta))).epsilon(1e-12));
    }
}

TEST_CASE("the precision at the MAP is the posterior's curvature there") {
    auto const model = synthetic_posterior(500, 4, 72);
    anchor const at = find_map(model);
    matrix const h = hessian(model, as_view(at.theta));
    matrix const& lower = at.precision.lower();
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j) {
            double product = 0;
            for (std::size_t k = 0; k < 4; ++k) product += lower(i, k) * lower(j, k);
            CHECK(product == doctest::Approx(h(i, j)).epsilon(1e-11).scale(1));
        }
}

TEST_CASE("features of very different sizes are no obstacle") {
    // The last column is 1e4 times the others: a full Newton step from 0 is too long, and must be halved.
    matrix features = zeros(200, 3);
    random_source({.seed = 73}).normals({features.data(), features.size()});
    vector target = zeros(200);
    for (std::size_t n = 0; n < 200; ++n) {
        target(n) = features(n, 0) + features(n, 2) > 0 ? 1 : 0;
        features(n, 2) *= 1e4;
    }
    auto const model = make_posterior(features, target, 100);
    anchor const at = find_map(model);
    CHECK(at.decrement < 1e-8);
    CHECK(naive_log_posterior(model, as_view(at.theta)) > naive_log_posterior(model, as_view(zeros(3))));
}

TEST_CASE("a search that is given too few steps says so, and what to do") {
    CHECK_THROWS_WITH_AS(find_map(separable(), {.max_steps = 2}),
                         doctest::Contains("find_map: no maximum after 2 passes (squared Newton decrement "), numerical_error);
    CHECK_THROWS_WITH_AS(
        find_map(separable(), {.max_steps = 2}),
        doctest::Contains("give the prior a smaller scale, remove columns that depend on others, or raise max_steps"),
        numerical_error);
}

TEST_CASE("of many rows the MAP is found from some of them first, with the same bits on any number of threads") {
    // 32 blocks
    posterior const model(logistic{}, gaussian_prior(1),
                          dense_rows(synthetic_logistic({.rows = 31 * block_rows + 7, .columns = 3})));
    anchor const one = find_map(model);
    CHECK(one.decrement < 1e-8);
    CHECK(one.passes <= 2);  // over all rows, with the curvature
    set_pass_threads(3);
    anchor const three = find_map(model);
    set_pass_threads(1);
    CHECK(one.theta == three.theta);
    CHECK(one.precision.lower() == three.precision.lower());
    CHECK(one.log_posterior == three.log_posterior);
}

TEST_CASE("a maximum says how many passes it took, with the slopes alone among them") {
    anchor at = find_map(synthetic_posterior(60, 2, 811));
    at.passes = 1;
    at.slopes = 0;
    CHECK(maximum_in_words(at) == "Maximum of the posterior found in 1 pass over the data.");
    at.slopes = 2;
    CHECK(maximum_in_words(at) == "Maximum of the posterior found in 3 passes over the data.");
}

TEST_CASE("the maximum of an ordinal posterior is found from any cutpoints in order, and no step crosses them") {
    auto const model = synthetic_ordinal(1000, 3, 5, 812);
    anchor const at = find_map(model, {.tolerance = 1e-20});
    vector_view const cutpoints = as_view(at.theta).last(4);
    CHECK(std::ranges::is_sorted(cutpoints));
    CHECK(at.passes < 12);
    for (vector const& start : {vector_of({0, 0, 0, 0, 1e-6, 2e-6, 3e-6}), vector_of({0, 0, 0, -300, -100, 100, 300}),
                                vector_of({8, -8, 8, 50, 51, 52, 53}), vector_of({-5, 5, 5, -2, -1.9, 9, 9.001})}) {
        anchor const there = climb_from(start, model, {.tolerance = 1e-20});
        for (std::size_t i = 0; i < 7; ++i) CHECK(there.theta(i) == doctest::Approx(at.theta(i)).epsilon(1e-7));
    }
    for (vector const& start : {zeros(7), vector_of({0, 0, 0, 1, 2, 2, 3}), vector_of({0, 0, 0, 4, 3, 2, 1})})
        CHECK_THROWS_WITH_AS(climb_from(start, model, {}), "climb_from: the prior is zero at the start; start where it is not",
                             invalid_argument);
}

TEST_CASE("a sample of ordered categories has its share of what is no row: few passes over all are left") {
    auto const model = synthetic_ordinal(70 * block_rows, 3, 4, 813);
    anchor const at = find_map(model);
    CHECK(at.passes <= 3);
    CHECK(at.slopes >= 1);
    anchor const straight = climb_from(model.prior().start(6), model, {});
    for (std::size_t i = 0; i < 6; ++i) CHECK(at.theta(i) == doctest::Approx(straight.theta(i)).epsilon(1e-5));
}

TEST_CASE("the maximum of a posterior with noise is found from any scale, and no step goes where there is none") {
    auto const model = synthetic_noise(1000, 3, 814);
    anchor const at = find_map(model, {.tolerance = 1e-20});
    CHECK(1 / at.theta(3) == doctest::Approx(0.3).epsilon(0.1));
    CHECK(at.passes < 25);
    for (vector const& start :
         {vector_of({0, 0, 0, 1e-4}), vector_of({0, 0, 0, 100}), vector_of({50, -3, 9, 0.2}), vector_of({0, 30, -30, 3})}) {
        anchor const there = climb_from(start, model, {.tolerance = 1e-20});
        for (std::size_t i = 0; i < 4; ++i) CHECK(there.theta(i) == doctest::Approx(at.theta(i)).epsilon(1e-6));
    }
    for (vector const& start : {zeros(4), vector_of({0, 0, 0, -1})})
        CHECK_THROWS_WITH_AS(climb_from(start, model, {}), "climb_from: the prior is zero at the start; start where it is not",
                             invalid_argument);
}

TEST_CASE("a sample of data with noise has its share of their factors: few passes over all are left") {
    auto const model = synthetic_noise(70 * block_rows, 3, 815);
    anchor const at = find_map(model);
    CHECK(at.passes <= 3);
    CHECK(at.slopes >= 1);
    anchor const straight = climb_from(model.prior().start(4), model, {});
    for (std::size_t i = 0; i < 4; ++i) CHECK(at.theta(i) == doctest::Approx(straight.theta(i)).epsilon(1e-5));
}
