/// A likelihood of your own of which you know the curvature, and within which bounds it lies: the library does the rest by quadrature and cells.
///
/// Whether an event came, by the complementary log-log: with a rate μ = e^η,
///
///     y = 1: ℓ = log(1 − e^{−μ}),   w = μe^{−μ}(e^{−μ} − 1 + μ)/(1 − e^{−μ})²,      y = 0: ℓ = −μ,   w = μ
///
/// For y = 1, w has one maximum and falls on both sides of it. That is enough for its range; no secant is worked out by hand.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/drop_while.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>
#include <utility>
#include <vector>

import firefly;

namespace views = ranges::views;

namespace {

struct cloglog : firefly::ranged_family<cloglog> {
    void check(double target) const {
        if (target != 0 && target != 1) throw firefly::invalid_argument("cloglog: a target must be 0 or 1");
    }
    double log_likelihood_of(double target, double eta) const {
        double const mu = std::exp(eta);
        return target == 0 ? -mu : std::log(-std::expm1(-mu));
    }
    double derivative_of(double target, double eta) const {
        double const mu = std::exp(eta);
        return target == 0 ? -mu : mu == 0 ? 1 : mu * std::exp(-mu) / -std::expm1(-mu);
    }
    /// To its last digits also where it is small: ψ is an integral of it.
    double curvature_of(double target, double eta) const {
        double const mu = std::exp(eta), q = -std::expm1(-mu);
        if (target == 0) return mu;
        return mu < 1e-150 ? mu / 2 : std::isinf(mu) ? 0 : mu * std::exp(-mu) * firefly::expm1_minus(-mu) / q / q;
    }

    /// All that curvatures between two predictors are. A little more than the formulas say, for their rounding.
    firefly::interval curvature_range(double target, double low, double high) const {
        double const a = curvature_of(target, low), b = curvature_of(target, high), more = 1 + 1e-13;
        constexpr double peak = 0.620830, highest = 0.412533;  // of y = 1
        bool const has_peak = target == 1 && low < peak + 1e-3 && high > peak - 1e-3;
        return {std::min(a, b) / more, has_peak ? highest : std::max(a, b) * more};
    }
};

static_assert(firefly::SecantLikelihood<cloglog>);
static_assert(firefly::BoundedModel<firefly::posterior<cloglog, firefly::gaussian_prior, firefly::dense_rows>>);

/// Events with rate exp(−1 + x).
firefly::dense_rows events(std::size_t rows) {
    firefly::matrix features = firefly::zeros(rows, 2);
    firefly::vector target = firefly::zeros(rows);
    firefly::random_source random({.seed = 9, .use = firefly::purpose::data});
    for (std::size_t n = 0; n < rows; ++n) {
        double const x = random.uniform();
        features(n, 0) = 1;
        features(n, 1) = x;
        target(n) = random.exponential() < std::exp(-1 + x) ? 1 : 0;
    }
    return {std::move(features), std::move(target)};
}

/// Of the second coefficient, after warm-up.
std::vector<double> slopes(firefly::stream<firefly::draw> draws) {
    return draws | views::drop_while(&firefly::draw::warm_up) | views::transform([](auto const& draw) { return draw.theta(1); }) |
           views::take(4'000) | ranges::to<std::vector>();
}

}  // namespace

TEST_CASE("a likelihood with a range of its curvature gives the posterior that regular MCMC gives") {
    firefly::posterior const model(cloglog{}, firefly::gaussian_prior(10), events(2'000));
    auto const a = firefly::summarise("firefly", slopes(firefly::firefly_chain(model, {.seed = 10})));
    auto const b = firefly::summarise("regular", slopes(firefly::regular_chain(model, {.seed = 11})));

    // Seeds 10 and 11, 4000 draws each: the means agree within four standard errors.
    CHECK(std::abs(a.mean - b.mean) < 4 * std::hypot(a.mcse_mean, b.mcse_mean));
}
