/// Chains with a horseshoe prior against quadrature: normal means, where every scale can be integrated out, one after the other.
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"
#include "support/weighted_sums.hpp"

#include "support/scaled_chains.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr double a = 0.4;
vector const y = vector_of({3.5, -0.4, 0.2, 0.1, -1.9, 0.7});

/// Means given t of the functionals that see the local scale x = log s of y_j, and the density of y_j given t: integrals over x.
struct local {
    double total, log_scale, bounded, mean, square;

    local(double of, double log_t) {
        weighted_sums sums;
        for (double x = -24; x < 20; x += 0.05) {
            double const s2 = std::exp(2 * x), kept = s2 / (1 + s2), beta = of * kept;
            double const weight =
                std::exp(log_density_of_log_scale(x, std::exp(log_t)) - log_t + log_normal(of, std::sqrt(1 + s2)));
            sums.add(weight, {x, std::tanh(x), beta, beta * beta + kept});
        }
        numbers const means = sums.means();
        total = sums.total;
        log_scale = means[0];
        bounded = means[1];
        mean = means[2];
        square = means[3];
    }
};

numbers exact_means() {
    weighted_sums sums;
    for (double log_t = -18; log_t < 9; log_t += 0.1) {
        double log_weight = log_density_of_log_scale(log_t, a);
        std::vector<local> of;
        for (double const value : y) {
            of.emplace_back(value, log_t);
            log_weight += std::log(of.back().total);
        }
        sums.add(std::exp(log_weight), {log_t, log_t * log_t, std::tanh(log_t), of[0].log_scale, of[0].mean, of[0].square,
                                        of[3].bounded, of[3].square, of[4].mean, log_t * of[4].mean});
    }
    return sums.means();
}

}  // namespace

TEST_CASE("normal means with a horseshoe prior have the posterior of their quadrature, by every way of sampling" *
          doctest::test_suite("statistics")) {
    matrix features = zeros(y.size(), y.size());
    for (std::size_t j = 0; j < y.size(); ++j) features(j, j) = 1;
    posterior const model(gaussian({.scale = 1}), composed_prior({prior_term::horseshoe(y.size(), a)}), dense_rows(features, y));
    check_means(
        model, exact_means(),
        [](draw const& d) {
            double const t = std::log(d.scales(0)), b0 = d.theta(0), b3 = d.theta(3);
            return numbers{t,       t * t,      std::tanh(t),  std::log(d.scales(1)), b0, b0 * b0, std::tanh(std::log(d.scales(4))),
                           b3 * b3, d.theta(4), t * d.theta(4)};
        },
        3700, 40'000);
}
