/// Posteriors of one and two parameters, by quadrature, against chains: moments, even functionals, and the brightness of every datum.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/compiled_problems.hpp"
#include "support/every_sampler.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Simpson's rule on [−9, 9] in every coordinate, in 200 steps. The integrands vanish at the ends to eight digits; they are smooth but for
/// a Laplace prior's kinks at zero, which is where two panels meet. Half the step changes nothing in the first five digits.
constexpr int steps = 200;
constexpr double step = 18.0 / steps;

/// `use(θ, weight)` at every node.
template <class Use>
void for_every_node(std::size_t dimension, Use const& use) {
    auto const weight = [](int i) { return i == 0 || i == steps ? 1.0 : i % 2 == 0 ? 2.0 : 4.0; };
    for (int i = 0; i <= steps; ++i)
        for (int j = 0; j <= (dimension == 1 ? 0 : steps); ++j) {
            std::array<double, 2> const theta{(i - steps / 2) * step, (j - steps / 2) * step};
            use(vector_view(theta.data(), dimension), weight(i) * (dimension == 1 ? 1 : weight(j)));
        }
}

/// A posterior on the nodes, made from its definition.
struct quadrature {
    std::vector<vector> theta;
    numbers weight;         // adds up to one
    numbers log_posterior;  // not normalised
    vector mode, mean;
    matrix precision;  // the inverse of the covariance

    double expect(std::function<double(std::size_t)> const& functional) const {
        double sum = 0;
        for (std::size_t i = 0; i < theta.size(); ++i) sum += weight[i] * functional(i);
        return sum;
    }
};

double log_posterior(problem const& p, vector const& targets, vector_view theta) {
    double sum = p.log_prior(theta);
    for (std::size_t n = 0; n < p.rows; ++n) sum += p.log_likelihood(n, targets(n), theta);
    return sum;
}

/// Nodes that weigh less than 1e-16 of the largest are left out.
quadrature integrate(problem const& p, vector const& targets) {
    quadrature q;
    for_every_node(p.dimension, [&](vector_view theta, double weight) {
        q.theta.push_back(to_vector(theta));
        q.weight.push_back(weight);
        q.log_posterior.push_back(log_posterior(p, targets, theta));
    });
    auto const top = std::ranges::max_element(q.log_posterior);
    q.mode = q.theta[static_cast<std::size_t>(top - q.log_posterior.begin())];
    double const most = *top;
    double total = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < q.theta.size(); ++i) {
        double const weight = q.weight[i] * std::exp(q.log_posterior[i] - most);
        if (weight < 1e-16) continue;
        q.theta[kept] = q.theta[i];
        q.log_posterior[kept] = q.log_posterior[i];
        q.weight[kept++] = weight;
        total += weight;
    }
    q.theta.resize(kept);
    q.log_posterior.resize(kept);
    q.weight.resize(kept);
    for (double& w : q.weight) w /= total;

    std::size_t const size = p.dimension;
    q.mean = zeros(size);
    for (std::size_t d = 0; d < size; ++d) q.mean(d) = q.expect([&](std::size_t i) { return q.theta[i](d); });
    auto const covariance = [&](std::size_t d, std::size_t e) {
        return q.expect([&](std::size_t i) { return (q.theta[i](d) - q.mean(d)) * (q.theta[i](e) - q.mean(e)); });
    };
    if (size == 1) {
        q.precision = matrix_of({{1 / covariance(0, 0)}});
    } else {
        double const a = covariance(0, 0), b = covariance(0, 1), c = covariance(1, 1), determinant = a * c - b * b;
        q.precision = matrix_of({{c / determinant, -b / determinant}, {-b / determinant, a / determinant}});
    }
    return q;
}

/// ‖θ − mode‖² in the metric of the precision.
double distance(quadrature const& q, vector const& theta) {
    double sum = 0;
    for (std::size_t d = 0; d < theta.size(); ++d)
        for (std::size_t e = 0; e < theta.size(); ++e) sum += (theta(d) - q.mode(d)) * q.precision(d, e) * (theta(e) - q.mode(e));
    return sum;
}

/// What of θ is compared: means, second moments about them, the distance from the mode, the log posterior.
numbers functionals(quadrature const& q, vector const& theta, double log_posterior) {
    numbers result;
    for (std::size_t d = 0; d < theta.size(); ++d) {
        result.push_back(theta(d));
        result.push_back((theta(d) - q.mean(d)) * (theta(d) - q.mean(d)));
    }
    result.push_back((theta(0) - q.mean(0)) * (theta(theta.size() - 1) - q.mean(theta.size() - 1)));
    result.push_back(distance(q, theta));
    result.push_back(log_posterior);
    return result;
}

/// Their expectations, and that of every brightness: E[1 − B_n/L_n]. Regular MCMC has none.
numbers expectations(quadrature const& q, problem const& p, vector const& targets, bool has_z) {
    numbers sums(functionals(q, q.mode, 0).size() + (has_z ? p.rows : 0));
    for (std::size_t i = 0; i < q.theta.size(); ++i) {
        numbers values = functionals(q, q.theta[i], q.log_posterior[i]);
        for (std::size_t n = 0; has_z && n < p.rows; ++n)
            values.push_back(p.bright_probability(n, targets(n), as_view(q.theta[i])));
        for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += q.weight[i] * values[j];
    }
    return sums;
}

/// 32 chains, each of 300 iterations of warm-up and 5000 that count: their means are independent.
constexpr std::size_t chains = 32;
constexpr std::uint64_t warm_up = 300, iterations = 5000;

/// `make(options)` starts a chain; `brightness(chain, n)` is z_n.
template <class Make, class Brightness>
void compare(trial& run, quadrature const& q, problem const& p, vector const& targets, numbers const& exact, std::uint64_t seed,
             Make const& make, Brightness const& brightness) {
    std::size_t const of_theta = functionals(q, q.mode, 0).size();
    std::vector<numbers> means(exact.size());
    for (std::uint32_t c = 0; c < run.times(chains); ++c) {
        auto const chain = make(chain_options{.seed = run.seed(seed), .chain = c, .warm_up = warm_up});
        numbers sums(exact.size());
        for (std::uint64_t i = 0; i < warm_up + iterations; ++i) {
            chain->advance();
            if (chain->current().warm_up) continue;
            vector const& theta = chain->current().theta;
            numbers const values = functionals(q, theta, log_posterior(p, targets, as_view(theta)));
            for (std::size_t j = 0; j < of_theta; ++j) sums[j] += values[j];
            for (std::size_t n = 0; n < exact.size() - of_theta; ++n) sums[of_theta + n] += brightness(*chain, n);
        }
        for (std::size_t j = 0; j < exact.size(); ++j) means[j].push_back(sums[j] / static_cast<double>(iterations));
    }
    for (std::size_t j = 0; j < exact.size(); ++j)
        run.equal(independent_mean(means[j]), exact[j], "functional " + std::to_string(j));
    CHECK(independent_mean(means[of_theta - 2]).standard_error <
          0.05 * exact[of_theta - 2]);  // it can see a tail of the wrong weight
}

/// Counts the samplers round over all that is checked in a test case.
class checker {
public:
    explicit checker(std::uint64_t seed) : seed_(seed) {}

    void firefly(quadrature const& q, problem const& p, vector const& targets) {
        numbers const exact = expectations(q, p, targets, true);
        std::size_t const k = next_ % kernel_count(), u = next_ + next_ / kernel_count();
        auto const with = sampler(k, u, p.dimension, p.rows);
        check(
            q, p, targets, exact, with.name,
            [&](chain_options const& options) {
                return start_firefly_chain(p.firefly(targets, as_view(q.mode)), with.kernel, with.updater, options);
            },
            [](auto const& chain, std::size_t n) { return chain.density().brightness().is_bright(n) ? 1.0 : 0.0; });
    }

    void regular(quadrature const& q, problem const& p, vector const& targets) {
        numbers const exact = expectations(q, p, targets, false);
        auto const with = regular_kernel(next_ + next_ / regular_kernel_count(), p.dimension);
        check(
            q, p, targets, exact, with.name,
            [&](chain_options const& options) {
                return start_regular_chain(p.regular(targets, as_view(q.mode)), with.use, options);
            },
            [](auto const&, std::size_t) { return 0.0; });
    }

private:
    void check(quadrature const& q, problem const& p, vector const& targets, numbers const& exact, std::string const& sampler_name,
               auto const& start, auto const& brightness) {
        CAPTURE(p.name);
        CAPTURE(sampler_name);
        judge([&](trial& run) { compare(run, q, p, targets, exact, seed_ + next_, start, brightness); });
        ++next_;
    }

    std::uint64_t seed_;
    std::size_t next_ = 0;
};

/// Firefly with the bound anchored at the mode, sharper within a region, anchored far from the mode, and untuned.
template <class Bound, Prior P>
void check_forms(checker& check, std::string const& name, by_definition<Bound, P> d, vector const& targets) {
    quadrature const q = integrate(erase(name, d), targets);
    check.firefly(q, erase(name + ", untuned", d), targets);
    d.anchor = q.mode;
    check.firefly(q, erase(name + ", anchored", d), targets);
    d.region.emplace(cholesky(q.precision), 1.5);  // which it leaves all the time
    check.firefly(q, erase(name + ", with a region", d), targets);
    d.region.reset();
    for (double& t : *d.anchor) t -= 2;
    check.firefly(q, erase(name + ", anchored far off", d), targets);
}

/// The same of a likelihood whose bound the library makes: anchored where a bound holds everywhere, and with a region, or in rings.
template <class L, Prior P>
void check_family(checker& check, std::string const& name, L const& likelihood, P const& prior, matrix const& features,
                  vector const& targets, matrix const& cases = zeros(0, 0)) {
    by_definition<secant_bound<L>, P> d{likelihood, prior, features};
    d.cases = cases;
    quadrature const q = integrate(erase(name, d), targets);
    d.anchor = q.mode;
    if constexpr (L::has_bound_everywhere) check.firefly(q, erase(name + ", anchored", d), targets);
    d.region.emplace(cholesky(q.precision), 1.2);
    check.firefly(q, erase(name + ", with a region", d), targets);
}

/// The data of all posteriors here. The priors matter. Two rows are equal, one is of zeros; two targets of the regressions are outliers.
matrix const one_column = matrix_of({{1}, {2}, {-1.5}, {0.5}, {0.5}, {0}});
matrix const two_columns = matrix_of({{1, -2}, {1, -1}, {1, -1}, {1, 0}, {1, 0.5}, {1, 1}, {0, 0}});
vector const classes_1 = vector_of({1, 1, 1, 0, 1, 0}), classes_2 = vector_of({0, 1, 0, 0, 1, 1, 1});
vector const values_1 = vector_of({0.6, 1.4, -0.2, 9, -4, 1}), values_2 = vector_of({-1, 0.3, 0.5, 7, 1.2, -4, 0.5});

template <class Use>
void for_both_priors(Use const& use) {
    use(std::string("Gaussian prior"), gaussian_prior(1.2));
    use(std::string("Laplace prior"), laplace_prior(0.5));
}

template <Prior P>
by_definition<jaakkola_jordan, P> logistic_of(matrix const& features, P const& prior) {
    return {logistic{}, prior, features, {}, 1.5};
}

template <class Bound, Prior P>
by_definition<Bound, P> two_classes(P const& prior) {
    return {softmax(2), prior, one_column, {}, 1};
}

template <Prior P>
by_definition<student_t_bound, P> robust_of(matrix const& features, P const& prior) {
    return {student_t({4, 0.8}), prior, features};
}

}  // namespace

TEST_CASE("firefly on a logistic posterior has its moments and every datum's brightness by quadrature" *
          doctest::test_suite("statistics")) {
    checker check(30'000);
    for_both_priors([&](std::string const& name, auto const& prior) {
        check_forms(check, "one parameter, " + name, logistic_of(one_column, prior), classes_1);
        check_forms(check, "two parameters, " + name, logistic_of(two_columns, prior), classes_2);
    });
}

TEST_CASE("firefly on a softmax posterior has its moments and every datum's brightness by quadrature" *
          doctest::test_suite("statistics")) {
    checker check(30'100);
    for_both_priors([&](std::string const& name, auto const& prior) {
        check_forms(check, "Böhning, " + name, two_classes<bohning>(prior), classes_1);
        check_forms(check, "Jebara-Choromanska, " + name, two_classes<jebara_choromanska>(prior), classes_1);
    });
    auto const weighted = [&]<class Bound>(std::string const& name, Bound const*) {
        by_definition<Bound, gaussian_prior> d{weighted_softmax(2), gaussian_prior(1.2), one_column, {}, 1};
        d.cases = matrix_of({{1}, {2.5}, {0.3}, {0}, {1}, {4}});
        check_forms(check, name, d, classes_1);
    };
    weighted("Böhning, weights", static_cast<weighted_bohning const*>(nullptr));
    weighted("Jebara-Choromanska, weights", static_cast<weighted_jebara_choromanska const*>(nullptr));
}

TEST_CASE("firefly on a robust regression has its moments and every datum's brightness by quadrature" *
          doctest::test_suite("statistics")) {
    checker check(30'200);
    for_both_priors([&](std::string const& name, auto const& prior) {
        check_forms(check, "one parameter, " + name, robust_of(one_column, prior), values_1);
        check_forms(check, "two parameters, " + name, robust_of(two_columns, prior), values_2);
    });
}

TEST_CASE("firefly has the moments of every likelihood of one predictor, and every datum's brightness, by quadrature" *
          doctest::test_suite("statistics")) {
    checker check(30'400);
    gaussian_prior const prior(1.2);
    vector const counts_1 = vector_of({2, 5, 0, 0, 3, 1}), counts_2 = vector_of({0, 1, 0, 2, 4, 3, 1});
    vector const positive = vector_of({0.4, 7, 0.2, 1.5, 1, 0.6});
    check_family(check, "Poisson, one parameter", poisson{}, prior, one_column, counts_1);
    check_family(check, "Poisson, two parameters", poisson{}, laplace_prior(0.5), two_columns, counts_2);
    // Rows that say of a rate only that it is small: where it is, they have no bound.
    check_family(check, "Poisson, long rows without counts", poisson{}, gaussian_prior(1.5), matrix_of({{5}, {5}, {4}, {0.3}}),
                 vector_of({0, 0, 0, 1}));
    check_family(check, "negative binomial", negative_binomial({.size = 1.5}), prior, two_columns, counts_2);
    check_family(check, "gamma", gamma_likelihood({.shape = 1.4}), prior, one_column, positive);
    check_family(check, "probit", probit{}, prior, two_columns, classes_2);
    check_family(check, "cloglog, one parameter", cloglog{}, prior, one_column, classes_1);
    check_family(check, "cloglog, two parameters", cloglog{}, laplace_prior(0.5), two_columns, classes_2);
    check_family(check, "log-cosh", log_cosh({.scale = 0.6}), prior, two_columns, values_2);
    check_family(check, "Huber", huber({.threshold = 1, .scale = 0.7}), prior, two_columns, values_2);
    check_family(check, "Gaussian", gaussian({.scale = 0.9}), prior, one_column, values_1);
    check_family(check, "binomial", binomial{}, prior, two_columns, counts_2, matrix_of({{2}, {3}, {1}, {2}, {9}, {4}, {1}}));
    matrix const cases = matrix_of({{0.5, 1}, {-1, 2.5}, {0, 0.3}, {0.2, 0}, {1, 1}, {-0.3, 4}, {0.6, 1}});
    check_family(check, "Poisson with offsets and weights", adjusted(poisson{}), prior, two_columns, counts_2, cases);
    check_family(check, "probit with offsets and weights", adjusted(probit{}), prior, two_columns, classes_2, cases);
}

TEST_CASE("regular MCMC has the moments of every posterior by quadrature" * doctest::test_suite("statistics")) {
    checker check(30'300);
    auto const with = [&](std::string const& name, auto const& definition, vector const& targets) {
        problem const p = erase(name, definition);
        check.regular(integrate(p, targets), p, targets);
    };
    for_both_priors([&](std::string const& name, auto const& prior) {
        with("logistic, one parameter, " + name, logistic_of(one_column, prior), classes_1);
        with("logistic, two parameters, " + name, logistic_of(two_columns, prior), classes_2);
        with("softmax, " + name, two_classes<bohning>(prior), classes_1);
        with("Student-t, one parameter, " + name, robust_of(one_column, prior), values_1);
        with("Student-t, two parameters, " + name, robust_of(two_columns, prior), values_2);
    });
}
