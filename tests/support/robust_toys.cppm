/// Robust regressions whose joint distribution of (θ, z) is written down from its definition, not from the shipped code.
module;
#include <cmath>
#include <cstddef>
#include <vector>

export module firefly.testing:robust_toys;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.models;
import :enumeration;

namespace firefly::testing {

/// Robust regression with the Gaussian bound in the paper's own form, log B = −½(ν+1)[log(1 + ξ²/ν) + (r² − ξ²)/(ν + ξ²)], under
/// a Gaussian or a Laplace prior.
export template <Prior P>
struct robust_toy {
    matrix features;
    vector target;
    P prior;
    student_t_settings noise;

    auto model() const { return posterior(student_t(noise), prior, dense_rows(features, target)); }

    /// As `logistic_toy::joint_probabilities`; xi(n) is the residual of contact.
    template <class Xi>
    std::vector<double> joint_probabilities(state_space const& space, Xi const& xi) const {
        std::vector<double> result;
        double const nu = noise.degrees_of_freedom;
        for (std::size_t state = 0; state < space.size(); ++state) {
            vector const theta = space.theta(state);
            double probability = 1;
            for (double const t : theta) probability *= prior_density(prior, t);
            for (std::size_t n = 0; n < target.size(); ++n) {
                double const r = residual(n, theta), x = xi(n);
                double const likelihood = std::pow(1 + r * r / nu, -(nu + 1) / 2);
                double const bound =
                    std::pow(1 + x * x / nu, -(nu + 1) / 2) * std::exp(-(nu + 1) / 2 * (r * r - x * x) / (nu + x * x));
                probability *= space.bright(state, n) ? likelihood - bound : bound;
            }
            result.push_back(probability);
        }
        return result;
    }

    double residual(std::size_t n, vector const& theta) const {
        double sum = target(n);
        for (std::size_t d = 0; d < theta.size(); ++d) sum -= features(n, d) * theta(d);
        return sum / noise.scale;
    }

private:
    static double prior_density(gaussian_prior const& p, double t) { return std::exp(-t * t / (2 * p.scale() * p.scale())); }
    static double prior_density(laplace_prior const& p, double t) { return std::exp(-std::abs(t) / p.scale()); }
};

/// Three data, one of them an outlier, one parameter.
export template <Prior P>
robust_toy<P> one_robust_parameter(P prior) {
    return {{{1.0}, {-0.7}, {2.2}}, {1.3, 0.4, -6.0}, prior, {}};
}

/// Two data, two parameters, another noise.
export template <Prior P>
robust_toy<P> two_robust_parameters(P prior) {
    return {{{1.0, 0.4}, {1.0, -1.3}}, {0.3, 2.0}, prior, {.degrees_of_freedom = 1.5, .scale = 0.6}};
}

/// Four data, one parameter; one row twice and one row of zeros.
export template <Prior P>
robust_toy<P> awkward_robust(P prior) {
    return {{{1.5}, {1.5}, {0.0}, {-0.4}}, {1.0, 1.0, 0.7, -3.0}, prior, {.degrees_of_freedom = 4, .scale = 2}};
}

}  // namespace firefly::testing
