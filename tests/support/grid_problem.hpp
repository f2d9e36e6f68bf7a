/// A parameter on a grid by definition: for each value a posterior with its bound, about an anchor of its own.
///
/// Values are whole numbers, as `draw_target` wants them. Anchors, regions and the shapes that whiten displacements depend on no target, so that joint-distribution tests may draw these. Any would be exact.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "support/by_definition.hpp"

import firefly.external;

namespace firefly::testing {

template <class Bound>
struct grid_problem {
    std::vector<double> values, log_priors;
    std::vector<by_definition<Bound, gaussian_prior>> each;  // of each value
    std::vector<cholesky> shapes;                            // H of each

    std::size_t size() const { return values.size(); }
    std::size_t rows() const { return each[0].rows(); }

    /// log p_j p(θ) ∏ L or B of each datum: what the joint of (j, θ, z) is.
    double log_joint(std::size_t j, vector_view theta, std::vector<bool> const& bright, vector const& targets) const {
        double sum = log_priors[j] + each[j].log_prior(theta);
        for (std::size_t n = 0; n < rows(); ++n) {
            double const bound = each[j].log_bound(n, targets(n), theta), likelihood = each[j].log_likelihood(n, targets(n), theta);
            double const gap = likelihood - bound;
            sum += !bright[n] ? bound : gap > 1e-13 ? bound + std::log(std::expm1(gap)) : -infinity;
        }
        return sum;
    }

    template <class K, class U>
    auto grid(vector const& targets, K const& kernel, U const& updater, std::size_t reach) const {
        auto const make = [*this, targets, kernel, updater](std::size_t j) {
            auto const target = each[j].target(targets);
            firefly_density const density(target, as_view(*each[j].anchor));
            return grid_set<std::remove_cvref_t<decltype(density)>, K, U>{density,         kernel,    updater,
                                                                          *each[j].anchor, shapes[j], missing_constant(target)};
        };
        using density = std::remove_cvref_t<decltype(make(0).density)>;
        return model_grid<density, K, U>(values, log_priors, make, reach);
    }

    /// The density of value j at θ, with these data bright.
    auto density(std::size_t j, vector const& targets, vector_view theta, std::vector<bool> const& is_bright) const {
        firefly_density result(each[j].target(targets), theta);
        std::vector<row_index> bright;
        for (row_index n = 0; n < is_bright.size(); ++n)
            if (is_bright[n] && !result.brightness().is_bright(n)) bright.push_back(n);
        result.request(bright);
        result.collect();
        for (std::size_t i = 0; i < bright.size(); ++i) result.brighten(i);
        return result;
    }
};

/// Four values and two columns; `family(value)` is the likelihood. With a region where `radius` is not zero.
template <class Bound, class Family>
grid_problem<Bound> make_grid_problem(std::vector<double> values, matrix const& features, Family const& family, double radius) {
    grid_problem<Bound> result;
    for (std::size_t j = 0; j < values.size(); ++j) {
        double const x = static_cast<double>(j);
        by_definition<Bound, gaussian_prior> d{family(values[j]), gaussian_prior(1.5), features,
                                               vector_of({0.4 - 0.3 * x, 0.2 * x})};
        cholesky const shape(matrix_of({{1.2 + 0.5 * x, 0.3}, {0.3, 2 - 0.2 * x}}));
        if (radius > 0) d.region.emplace(shape, radius);
        result.each.push_back(d);
        result.shapes.push_back(shape);
        result.log_priors.push_back(0.3 * std::sin(2 * x));
    }
    result.values = std::move(values);
    return result;
}

inline matrix grid_features() {
    return matrix_of({{1, 0.5}, {-0.7, 1}, {0.4, -1.2}});
}

inline grid_problem<student_t_bound> robust_grid(double radius = 0, matrix const& features = grid_features()) {
    return make_grid_problem<student_t_bound>(
        {1, 2, 4, 9}, features, [](double nu) { return student_t({.degrees_of_freedom = nu, .scale = 0.8}); }, radius);
}

inline grid_problem<secant_bound<negative_binomial>> count_grid(double radius = 0, matrix const& features = grid_features()) {
    return make_grid_problem<secant_bound<negative_binomial>>(
        {1, 2, 3, 8}, features, [](double r) { return negative_binomial({.size = r}); }, radius);
}

/// The shape of a gamma distribution: bounds have rings without end.
inline grid_problem<secant_bound<gamma_likelihood>> gamma_grid(double radius, matrix const& features = grid_features()) {
    return make_grid_problem<secant_bound<gamma_likelihood>>(
        {1, 2, 3, 5}, features, [](double a) { return gamma_likelihood({.shape = a}); }, radius);
}

}  // namespace firefly::testing
