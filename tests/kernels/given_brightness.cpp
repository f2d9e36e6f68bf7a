/// Bright Gibbs and elliptical slices on the density of θ given z, z fixed: moments by quadrature of that density on a grid.
///
/// With data forced to be bright, anchors that are wrong, regions so small that θ leaves them all the time, Laplace priors, blocks of predictors, and
/// predictors that are linear in others, or nearly so.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"
#include "support/weighted_sums.hpp"

#include "support/robust_problem.hpp"
#include "support/softmax_problem.hpp"

import firefly.external;
import firefly.kernels;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// A density whose z is these data.
template <Model M, Bound B>
firefly_density<M, B> lit(joint<M, B> const& target, vector const& theta, std::vector<row_index> const& bright) {
    firefly_density<M, B> density(target, as_view(theta));
    density.request(bright);
    density.collect();
    for (std::size_t i = 0; i < bright.size(); ++i) density.brighten(i);
    return density;
}

/// Takes predictors to be linear in others that are far from it: the last test has to mend that.
template <class Target>
struct coarse : Target {
    explicit coarse(Target target) : Target(std::move(target)) {}
    void separate(double) { Target::separate(0.05); }
};

/// What is compared: coordinates, their squares, a product, and whether θ is in the inner region.
std::vector<double> functionals(vector const& theta, std::size_t region) {
    std::vector<double> values;
    for (double const t : theta) values.push_back(t);
    for (double const t : theta) values.push_back(t * t);
    values.push_back(theta(0) * theta(theta.size() - 1));
    values.push_back(region == 0 ? 1 : 0);
    return values;
}

/// Their means by the trapezoid rule on a cube about a centre.
template <class Target>
std::vector<double> by_quadrature(Target target, vector const& centre, double half, int points) {
    std::size_t const dimension = centre.size();
    std::vector<int> at(dimension);
    double largest = -infinity;
    std::vector<std::pair<double, std::vector<double>>> terms;
    for (bool more = true; more;) {
        vector theta = centre;
        for (std::size_t d = 0; d < dimension; ++d) theta(d) += half * (2.0 * at[d] / (points - 1) - 1);
        double const log_density = target.evaluate(as_view(theta));
        target.commit();  // which tells the region
        largest = std::max(largest, log_density);
        terms.push_back({log_density, functionals(theta, target.current().region)});
        more = false;
        for (std::size_t d = 0; d < dimension && !more; ++d) {
            more = ++at[d] < points;
            if (!more) at[d] = 0;
        }
    }
    weighted_sums sums;
    for (auto const& [log_density, values] : terms) sums.add(std::exp(log_density - largest), values);
    return sums.means();
}

template <class Target, class K>
void check(std::string const& name, Target const& start, K const& kernel, std::vector<double> const& exact, std::uint64_t seed) {
    CAPTURE(name);
    judge([&](trial& run) {
        auto target = start;
        auto state = kernel.start();
        std::vector<std::vector<double>> values(exact.size());
        for (std::uint64_t i = 0; i < run.times(40'000) + 500; ++i) {
            random_source random({.seed = run.seed(seed), .use = purpose::kernel, .iteration = i});
            kernel.step(target, state, random);
            if (i < 500) continue;
            auto const now = functionals(target.current().theta, target.current().region);
            for (std::size_t f = 0; f < now.size(); ++f) values[f].push_back(now[f]);
        }
        for (std::size_t f = 0; f < exact.size(); ++f)
            run.equal(chain_mean(values[f]), exact[f], name + ", functional " + std::to_string(f));
    });
}

template <class Joint>
void check_both(std::string const& name, Joint const& target, anchor const& at, std::vector<row_index> const& bright, double half,
                int points, std::uint64_t seed) {
    auto const start = lit(target, at.theta + 0.3 * (laplace_draw(at, {.seed = seed}) - at.theta), bright);
    auto const exact = by_quadrature(start, at.theta, half, points);
    preconditioner const shape(at.precision);
    check(name + ", bright Gibbs", start, bright_gibbs({.centre = at.theta, .shape = shape, .elliptical_every = 3}), exact, seed);
    check(name + ", elliptical slice", start, elliptical_slice({.centre = at.theta, .shape = shape}), exact, seed + 1);
}

matrix three_columns() {
    return matrix_of({{1, 0.5, -0.3}, {1, -1.2, 0.8}, {1, 2, 0.4}, {1, -0.3, -1.5}, {0.4, 1.5, 1}, {1, 0.7, 2}});
}

}  // namespace

TEST_CASE("θ given z has the moments of its density, logistic: one, two and three bright data, any anchor, any region" *
          doctest::test_suite("statistics")) {
    // three parameters, 41³ points: half the step changes the moments by less than 1e-4 of a standard deviation
    auto const model = make_posterior(three_columns(), vector_of({1, 0, 1, 1, 0, 1}), 1.2);
    anchor const map = find_map(model);
    anchor wrong = map;
    wrong.theta += 0.8;
    std::uint64_t seed = 800;
    for (anchor const& at : {map, wrong}) {
        joint const global(model, jaakkola_jordan::anchored(model, at.theta));
        for (std::vector<row_index> const& bright : {std::vector<row_index>{2}, {4, 1}, {5, 0, 3}})
            check_both("everywhere", global, at, bright, 6, 41, seed += 10);
        for (double const radius : {0.8, 2.0}) {
            joint const sharp(model, jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, radius)));
            check_both("region", sharp, at, {4, 1}, 6, 61, seed += 10);
        }
    }
}

TEST_CASE("θ given z has the moments of its density where predictors of bright data are linear in others, or taken to be" *
          doctest::test_suite("statistics")) {
    // The second is the first again, the third not quite; the fourth and the sixth are made of the first and the fifth.
    // Four parameters, 31⁴ points.
    matrix const rows = matrix_of({{1, 0.5, -0.3, 0.7},
                                   {1, 0.5, -0.3, 0.7},
                                   {1, 0.65, -0.3, 0.7},
                                   {1, 2.2, -1.4, 1.2},
                                   {1, -1.2, 0.8, 0.2},
                                   {0.5, -0.6, 0.4, 0.1}});
    auto const model = make_posterior(rows, vector_of({1, 0, 1, 1, 0, 1}), 1.2);
    anchor const at = find_map(model);
    // Where a predictor is taken to be zero and is not, sweeps alone would stick.
    bright_gibbs const kernel({.centre = at.theta, .shape = preconditioner(at.precision), .elliptical_every = 5});
    std::uint64_t seed = 950;
    for (auto const& bound : {jaakkola_jordan::untuned(model), jaakkola_jordan::anchored(model, at.theta),
                              jaakkola_jordan::anchored(model, at.theta, ellipsoid(at.precision, 5))}) {
        joint const target(model, bound);
        for (std::vector<row_index> const& bright : {std::vector<row_index>{1, 0}, {4, 1, 0}, {3, 4, 0}, {2, 1, 0}}) {
            auto const start = lit(target, at.theta + 0.3 * (laplace_draw(at, {.seed = ++seed}) - at.theta), bright);
            auto const exact = by_quadrature(start, at.theta, 6, 31);
            check("dependent", start, kernel, exact, ++seed);
            check("taken to be dependent", coarse(start), kernel, exact, ++seed);
        }
    }
}

TEST_CASE("θ given z has the moments of its density, robust with a Laplace prior" * doctest::test_suite("statistics")) {
    auto const model = make_robust(three_columns(), vector_of({0.6, 1.4, -0.2, 7, -4, 1}), laplace_prior(0.9),
                                   {.degrees_of_freedom = 4, .scale = 1.3});
    anchor const at = find_map(model);
    check_both("everywhere", joint(model, student_t_bound::anchored(model, at.theta)), at, {3, 1}, 8, 61, 900);
    check_both("region", joint(model, student_t_bound::anchored(model, at.theta, ellipsoid(at.precision, 1.5))), at, {3, 1}, 8, 61,
               910);
}

TEST_CASE("θ given z has the moments of its density, softmax: a bright datum is a block of two predictors" *
          doctest::test_suite("statistics")) {
    matrix const features = matrix_of({{1}, {-1.5}, {0.7}, {2}, {0.4}});
    posterior const model(softmax(3), gaussian_prior(1.1), dense_rows(features, vector_of({0, 2, 1, 1, 2})));
    anchor const at = find_map(model);
    check_both("Böhning", joint(model, bohning::anchored(model, at.theta)), at, {3}, 5, 41, 920);
    check_both("Jebara and Choromanska", joint(model, jebara_choromanska::anchored(model, at.theta)), at, {1}, 5, 41, 930);
    check_both("region", joint(model, jebara_choromanska::anchored(model, at.theta, ellipsoid(at.precision, 1.2))), at, {3}, 5, 61,
               940);
}
