/// A family of your own with formulas: one short struct, and the library makes loops, bound and sampler.
///
/// Survival with a constant hazard e^η: a target is a time, and negative where it was still running when it was last seen (censored). With d = 1
/// for an end that was seen and 0 otherwise,
///
///     ℓ = dη − |t|e^η,   w = −ℓ'' = |t|e^η,   ψ(Δ) = |t|e^{η*}(e^Δ − 1 − Δ)
///
/// w rises with η, and so does the secant 2ψ/Δ²: the largest is at the upper end, the least at the lower.
#include <doctest/doctest.h>

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

struct survival : firefly::scalar_family<survival> {
    static constexpr bool has_bound_everywhere = false;  // −e^η falls below every parabola

    void check(double target) const {
        if (target == 0) throw firefly::invalid_argument("survival: a time must not be zero");
    }
    double log_likelihood_of(double target, double eta) const { return (target > 0 ? eta : 0) - cumulated(target, eta); }
    double derivative_of(double target, double eta) const { return (target > 0 ? 1 : 0) - cumulated(target, eta); }
    double curvature_of(double target, double eta) const { return cumulated(target, eta); }

    /// ψ and ψ': not as differences of ℓ, of which nothing would be left for a small Δ.
    double fall_below_tangent(double target, double eta, double delta) const {
        return cumulated(target, eta) * firefly::expm1_minus(delta);
    }
    double slope_below_tangent(double target, double eta, double delta) const { return cumulated(target, eta) * std::expm1(delta); }

    firefly::secant_range secants_within(double target, double eta, double low, double high) const {
        double const w = cumulated(target, eta);
        return {firefly::inflated(w * firefly::exponential_secant(high)), w * firefly::exponential_secant(low)};
    }

private:
    static double cumulated(double target, double eta) { return std::abs(target) * std::exp(eta); }
};

static_assert(firefly::SecantLikelihood<survival>);
static_assert(firefly::BoundedModel<firefly::posterior<survival, firefly::gaussian_prior, firefly::dense_rows>>);

/// Times with hazard exp(−1 + x), none watched for longer than 2.
firefly::dense_rows times(std::size_t rows) {
    firefly::matrix features = firefly::zeros(rows, 2);
    firefly::vector target = firefly::zeros(rows);
    firefly::random_source random({.seed = 9, .use = firefly::purpose::data});
    for (std::size_t n = 0; n < rows; ++n) {
        double const x = random.uniform(), time = random.exponential() / std::exp(-1 + x);
        features(n, 0) = 1;
        features(n, 1) = x;
        target(n) = time < 2 ? time : -2;
    }
    return {std::move(features), std::move(target)};
}

/// Of the second coefficient, after warm-up.
std::vector<double> slopes(firefly::stream<firefly::draw> draws) {
    return draws | views::drop_while(&firefly::draw::warm_up) | views::transform([](auto const& draw) { return draw.theta(1); }) |
           views::take(4'000) | ranges::to<std::vector>();
}

}  // namespace

TEST_CASE("a user's family gives the posterior that regular MCMC gives, and no bound was written for it") {
    firefly::posterior const model(survival{}, firefly::gaussian_prior(10), times(2'000));
    auto const a = firefly::summarise("firefly", slopes(firefly::firefly_chain(model, {.seed = 10})));
    auto const b = firefly::summarise("regular", slopes(firefly::regular_chain(model, {.seed = 11})));

    // Seeds 10 and 11, 4000 draws each: the means agree within four standard errors.
    CHECK(std::abs(a.mean - b.mean) < 4 * std::hypot(a.mcse_mean, b.mcse_mean));
    CHECK(std::abs(a.mean - 1) < 4 * a.sd);  // what the data were made with
}
