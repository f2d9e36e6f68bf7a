#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/grid_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// The log of e^C Σ_z π(θ, z) against p(θ) ∏ L by definition, up to a constant of the prior: the same at all values.
template <class Bound>
void check_constants(grid_problem<Bound> const& p, vector const& targets, vector const& theta) {
    std::vector<double> differences;
    for (std::size_t j = 0; j < p.size(); ++j) {
        auto const target = p.each[j].target(targets);
        double sum = 0, truth = p.each[j].log_prior(as_view(theta));
        for (std::size_t z = 0; z < std::size_t{1} << p.rows(); ++z) {
            std::vector<bool> bright(p.rows());
            for (std::size_t n = 0; n < p.rows(); ++n) bright[n] = (z >> n & 1) != 0;
            sum += std::exp(p.density(j, targets, as_view(theta), bright).current().log_density);
        }
        for (std::size_t n = 0; n < p.rows(); ++n) truth += p.each[j].log_likelihood(n, targets(n), as_view(theta));
        differences.push_back(missing_constant(target) + std::log(sum) - truth);
    }
    for (double const difference : differences) CHECK(difference == doctest::Approx(differences[0]).epsilon(1e-12));
}

}  // namespace

TEST_CASE("with its constant every model of a grid has the likelihood that its definition says, summed over z") {
    vector const theta = vector_of({0.9, -0.2});
    check_constants(robust_grid(), vector_of({0.3, 2.5, -0.6}), theta);
    check_constants(robust_grid(1.5), vector_of({0.3, 2.5, -0.6}), theta);
    check_constants(count_grid(), vector_of({0, 3, 1}), theta);
    check_constants(count_grid(1.5), vector_of({0, 3, 1}), theta);
}

TEST_CASE("what a likelihood leaves out is counted by weight, and nothing where it leaves out nothing") {
    matrix const x = matrix_of({{1}, {-0.5}});
    vector const y = vector_of({3, 0});
    negative_binomial const counts({.size = 1.7});
    posterior const plain(counts, gaussian_prior(1), dense_rows(x, y));
    CHECK(log_constants(plain) == doctest::Approx(counts.log_constant(3) + counts.log_constant(0)));
    posterior const weighted(adjusted(counts), gaussian_prior(1),
                             rows_with_cases(x, y, {.offset = vector_of({0.4, 0.1}), .weight = vector_of({2.5, 0})}));
    CHECK(log_constants(weighted) == doctest::Approx(2.5 * counts.log_constant(3)));
    CHECK(log_constants(posterior(student_t{}, gaussian_prior(1), dense_rows(x, y))) == 0);
}

TEST_CASE("a bound that touches nowhere in particular has no constant") {
    posterior const model(student_t{}, gaussian_prior(1), dense_rows(matrix_of({{1}, {-0.5}}), vector_of({3, 0})));
    joint const target(model, student_t_bound::untuned(model));
    CHECK_THROWS_WITH_AS(missing_constant(target), "missing_constant: bounds must touch at one point; use one that is anchored",
                         invalid_argument);
}
