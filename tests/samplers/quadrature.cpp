/// Posteriors of one and two parameters, by sums over a fine grid, against chains.
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/robust_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// The mean and the second moment of every coordinate, and of how many data are bright.
struct moments {
    std::vector<double> mean, square;
    double bright = 0;
};

using contact = std::function<double(datum const&)>;

/// E[z_n] summed over n: 1 − B/L.
double expected_bright(logistic_posterior const& model, vector_view theta, contact const& xi) {
    double sum = 0;
    for (row_index n = 0; n < model.rows().rows(); ++n) {
        datum const d = datum_of(model, n);
        double const y = (2 * d.target - 1) * d.predictor(theta);
        sum += -std::expm1(printed_log_bound(y, xi(d)) - log_sigmoid(y));
    }
    return sum;
}

/// The same for robust regression; `xi` holds the residuals of contact.
template <Prior P>
double expected_bright(robust_posterior<P> const& model, vector_view theta, std::vector<double> const& xi) {
    double const nu = model.likelihood().degrees_of_freedom(), s = model.likelihood().scale();
    double sum = 0;
    for (row_index n = 0; n < model.rows().rows(); ++n) {
        double const r = residual_of(model, n, theta);
        sum += -std::expm1(printed_log_student_t_bound(r, xi[n], nu, s) - printed_log_student_t(r, nu, s));
    }
    return sum;
}

/// The trapezoid rule on [−half, half] in every coordinate: the integrands vanish at the ends, so that its error is far below
/// 1e-6 (halving the step changes nothing in the first eight digits).
template <Model M, class Contacts>
moments by_quadrature(M const& model, double half, double step, Contacts const& xi) {
    std::size_t const dimension = model.dimension();
    moments m{std::vector<double>(dimension), std::vector<double>(dimension)};
    int const points = static_cast<int>(half / step);
    double total = 0;
    std::array<double, 2> theta{};
    for (int i = -points; i <= points; ++i)
        for (int j = dimension == 1 ? 0 : -points; j <= (dimension == 1 ? 0 : points); ++j) {
            theta = {i * step, j * step};
            vector_view const at(theta.data(), dimension);
            double const weight = std::exp(naive_log_posterior(model, at));
            total += weight;
            for (std::size_t d = 0; d < dimension; ++d) {
                m.mean[d] += weight * theta[d];
                m.square[d] += weight * theta[d] * theta[d];
            }
            m.bright += weight * expected_bright(model, at, xi);
        }
    for (std::size_t d = 0; d < dimension; ++d) {
        m.mean[d] /= total;
        m.square[d] /= total;
    }
    m.bright /= total;
    return m;
}

/// The same from a chain: all after its warm-up.
template <class Chain>
void check_moments(Chain& chain, moments const& exact, int iterations) {
    std::size_t const dimension = exact.mean.size();
    std::vector<std::vector<double>> value(dimension), centred_square(dimension);
    std::vector<double> bright;
    for (int i = 0; i < iterations; ++i) {
        chain.advance();
        if (chain.current().warm_up) continue;
        for (std::size_t d = 0; d < dimension; ++d) {
            double const x = chain.current().theta(d);
            value[d].push_back(x);
            centred_square[d].push_back((x - exact.mean[d]) * (x - exact.mean[d]));
        }
        bright.push_back(static_cast<double>(chain.current().z.bright));
    }
    for (std::size_t d = 0; d < dimension; ++d) {
        CAPTURE(d);
        double const variance = exact.square[d] - exact.mean[d] * exact.mean[d];
        CHECK(standard_errors(chain_mean(value[d]), exact.mean[d]) < 4);
        CHECK(standard_errors(chain_mean(centred_square[d]), variance) < 4);
        CHECK(chain_mean(centred_square[d]).standard_error < 0.05 * variance);  // the test can see five per cent
    }
    if (exact.bright > 0) CHECK(standard_errors(chain_mean(bright), exact.bright) < 4);
}

/// One parameter, five data; the prior matters.
logistic_posterior one_parameter() {
    return make_posterior(matrix_of({{1}, {2}, {-1.5}, {0.5}, {3}}), vector_of({1, 1, 1, 0, 1}), 1.5);
}

/// Intercept and slope, eight data, two of them equal, one a row of zeros.
logistic_posterior two_parameters() {
    return make_posterior(matrix_of({{1, -2}, {1, -1}, {1, -1}, {1, 0}, {1, 0.5}, {1, 1}, {1, 2.5}, {0, 0}}),
                          vector_of({0, 1, 0, 0, 1, 1, 1, 1}), 1.5);
}

struct problem {
    logistic_posterior model;
    double half, step;
    std::uint64_t seed;
};

/// Sizes and seeds of all random walks here: 300,000 iterations, 2000 of them warm-up; agreement within 4 standard errors.
constexpr int iterations = 300'000;
chain_options options(std::uint64_t seed) {
    return {.seed = seed, .warm_up = 2000};
}

std::vector<problem> problems() {
    return {{one_parameter(), 9, 0.01, 141}, {two_parameters(), 9, 0.06, 142}};
}

/// Firefly with a bound that touches at θ*.
template <class Kernel>
void check_anchored(problem const& p, vector const& theta_star, Kernel const& kernel, int size) {
    contact const xi = [&](datum const& d) { return d.predictor(as_view(theta_star)); };
    auto const exact = by_quadrature(p.model, p.half, p.step, xi);
    CAPTURE(exact.bright);
    auto const chain = make_firefly_chain(joint(p.model, jaakkola_jordan::anchored(p.model, theta_star)), kernel,
                                          implicit_update({.q = 0.3}), options(p.seed), as_view(zeros(p.model.dimension())));
    check_moments(*chain, exact, size);
}

template <class Kernel>
void check_regular(problem const& p, Kernel const& kernel, int size) {
    auto exact = by_quadrature(p.model, p.half, p.step, contact([](datum const&) { return 1.5; }));
    exact.bright = 0;  // a regular chain has none
    auto const chain = make_regular_chain(p.model, kernel, options(p.seed), as_view(zeros(p.model.dimension())));
    check_moments(*chain, exact, size);
}

/// Both with every kernel that needs fewer iterations than a random walk: 60,000.
template <class Check>
void for_every_other_kernel(Check const& check) {
    for (auto const& p : problems()) {
        preconditioner const shape(find_map(p.model).precision);
        auto const run = [&](std::string const& name, auto const& kernel) {
            CAPTURE(name);
            check(p, kernel, 60'000);
        };
        run("mala", mala({.shape = shape}));
        run("hamiltonian", hamiltonian({.shape = shape}));
        run("slice, coordinates", slice({.shape = shape}));
        run("slice, random direction", slice({.lines = slice_lines::random_direction, .shape = shape}));
    }
}

}  // namespace

TEST_CASE("firefly anchored at the MAP has the posterior's moments and bright count by quadrature") {
    for (auto const& p : problems()) check_anchored(p, find_map(p.model).theta, random_walk({.step = 1.5}), iterations);
}

TEST_CASE("firefly with an anchor far from the MAP has the same moments: any anchor is exact") {
    for (auto const& p : problems()) {
        vector theta = find_map(p.model).theta;
        for (double& t : theta) t -= 2;
        check_anchored(p, theta, random_walk({.step = 1.5}), iterations);
    }
}

TEST_CASE("firefly has them with every other kernel") {
    for_every_other_kernel(
        [](problem const& p, auto const& kernel, int size) { check_anchored(p, find_map(p.model).theta, kernel, size); });
}

TEST_CASE("firefly with the untuned bound has the posterior's moments and bright count by quadrature") {
    for (auto const& p : problems()) {
        auto const exact = by_quadrature(p.model, p.half, p.step, contact([](datum const&) { return 1.5; }));
        CAPTURE(exact.bright);
        auto const chain = make_firefly_chain(joint(p.model, jaakkola_jordan::untuned(p.model)), random_walk({.step = 1.5}),
                                              implicit_update({.q = 0.3}), options(p.seed), as_view(zeros(p.model.dimension())));
        check_moments(*chain, exact, iterations);
    }
}

TEST_CASE("firefly with every brightness redrawn in every iteration has them too") {
    for (auto const& p : problems()) {
        auto const exact = by_quadrature(p.model, p.half, p.step, contact([](datum const&) { return 1.5; }));
        auto const chain = make_firefly_chain(joint(p.model, jaakkola_jordan::untuned(p.model)), random_walk({.step = 1.5}),
                                              full_gibbs(), options(p.seed), as_view(zeros(p.model.dimension())));
        check_moments(*chain, exact, iterations);
    }
}

TEST_CASE("robust regression with a Laplace prior has the moments and bright count by quadrature, whatever the anchor") {
    // One parameter, six data of which two are outliers; 300,000 iterations a chain, seeds 143 to 146. The kink and the flat tails
    // of the likelihood take a fine grid: half the step changes nothing in the first six digits.
    auto const model = make_robust(matrix_of({{1}, {2}, {-1.5}, {0.5}, {1}, {0}}), vector_of({0.6, 1.4, -0.2, 9, -4, 1}),
                                   laplace_prior(0.5), {.degrees_of_freedom = 4, .scale = 0.8});
    auto const check = [&](student_t_bound const& bound, std::vector<double> const& xi, std::uint64_t seed) {
        moments const exact = by_quadrature(model, 12, 0.002, xi);
        CAPTURE(exact.bright);
        auto const chain = make_firefly_chain(joint(model, bound), random_walk({.step = 1.5}), implicit_update({.q = 0.3}),
                                              options(seed), as_view(zeros(1)));
        check_moments(*chain, exact, iterations);
    };
    vector const map = find_map(model).theta;
    std::uint64_t seed = 143;
    for (vector const& anchor : {map, vector_of({map(0) + 2}), vector_of({-0.03})}) {
        std::vector<double> xi;
        for (row_index n = 0; n < 6; ++n) xi.push_back(residual_of(model, n, as_view(anchor)));
        check(student_t_bound::anchored(model, anchor), xi, seed++);
    }
    check(student_t_bound::untuned(model), std::vector<double>(6), seed);

    moments exact = by_quadrature(model, 12, 0.002, std::vector<double>(6));
    exact.bright = 0;
    check_moments(*make_regular_chain(model, random_walk({.step = 1.5}), options(147), as_view(zeros(1))), exact, iterations);
}

TEST_CASE("regular MCMC has the posterior's moments by quadrature") {
    for (auto const& p : problems()) check_regular(p, random_walk({.step = 1.5}), iterations);
}

TEST_CASE("regular MCMC has them with every other kernel") {
    for_every_other_kernel([](problem const& p, auto const& kernel, int size) { check_regular(p, kernel, size); });
}
