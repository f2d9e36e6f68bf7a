/// A likelihood of your own with its own bound: two structs, and every kernel, updater and chain works with them.
///
/// Linear regression with logistic noise, whose tails are heavier than normal ones: r = t − x·θ,
///
///     ℓ = log σ(r) + log σ(−r)
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

class logistic_noise_bound;

/// Satisfies `Likelihood`: log L and its derivatives in the predictor η = x·θ.
struct logistic_noise {
    using bound = logistic_noise_bound;  // what firefly takes for models with this likelihood

    std::size_t width() const { return 1; }  // one predictor per datum
    void check(double) const {}              // any finite target will do, and rows refuse all others

    void log_likelihood(firefly::vector_view target, firefly::vector_view eta, firefly::vector_out out) const {
        for (std::size_t i = 0; i < target.size(); ++i)
            out[i] = firefly::log_sigmoid(target[i] - eta[i]) + firefly::log_sigmoid(eta[i] - target[i]);
    }
    void derivatives(firefly::vector_view target, firefly::vector_view eta, firefly::vector_out first) const {
        for (std::size_t i = 0; i < target.size(); ++i) first[i] = std::tanh((target[i] - eta[i]) / 2);
    }
    void derivatives(firefly::vector_view target, firefly::vector_view eta, firefly::vector_out first,
                     firefly::vector_out second) const {
        derivatives(target, eta, first);
        for (std::size_t i = 0; i < target.size(); ++i) second[i] = (1 - first[i] * first[i]) / 2;
    }
};

/// Satisfies `Bound`: a quadratic that touches at θ* and stays below, log B = ℓ(η*) + ℓ'(η*)Δ − ½kΔ², Δ = x·(θ − θ*).
///
/// Each log σ has one (Jaakkola & Jordan 1997), and the two have the same curvature: k is twice theirs.
class logistic_noise_bound {
public:
    static constexpr firefly::bound_name name = {"logistic_noise_bound", "logistic-noise", "logistic noise"};

    template <firefly::ModelOf<logistic_noise> M>
    static logistic_noise_bound anchored(M const& model, firefly::vector theta_star) {
        return logistic_noise_bound(model, std::move(theta_star));
    }

    firefly::vector_view anchor() const { return firefly::as_view(anchor_); }
    std::size_t regions() const { return 1; }
    std::size_t region(firefly::vector_view) const { return 0; }
    firefly::quadratic const& collapsed(std::size_t) const { return collapsed_; }

    /// What is worth keeping of a row because it does not depend on θ: where the bound touches, and k there.
    using notes = firefly::notes_of<firefly::tangent>;

    /// Makes the notes of rows just fetched.
    void annotate(firefly::batch<notes>& fresh) const {
        fresh.notes.resize(fresh.size());
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            double const eta = firefly::dot(fresh.row(i), anchor());
            fresh.notes[i] = {eta, curvature(eta, fresh.target[i])};
        }
    }

    /// log L − log B = ½kΔ² − ψ, where ψ is how far log L falls below its tangent. Never the difference of two logarithms:
    /// nothing would be left of a small gap. For log σ the library has a ψ without cancellation, the same one for both signs.
    void gap(std::size_t, firefly::batch<notes> const& data, firefly::evaluation& values) const {
        for (std::size_t i = 0; i < data.size(); ++i) {
            auto const [eta, k] = data.notes[i];
            double const residual = data.target[i] - eta, delta = values.delta[i];
            values.gap[i] = k * delta * delta / 2 - 2 * firefly::logistic::fall_below_tangent(residual, -delta);
        }
    }

private:
    template <firefly::Model M>
    logistic_noise_bound(M const& model, firefly::vector theta_star)
        : anchor_(std::move(theta_star)),
          collapsed_(firefly::collapse(model, firefly::as_view(anchor_), [](double eta, double target, firefly::row_index) {
              return firefly::tangent{eta, curvature(eta, target)};
          })) {}

    static double curvature(double eta, double target) { return 2 * firefly::jaakkola_jordan_curvature::everywhere(target - eta); }

    firefly::vector anchor_;
    firefly::quadratic collapsed_;
};

static_assert(firefly::Likelihood<logistic_noise> && firefly::Bound<logistic_noise_bound>);
static_assert(firefly::BoundedModel<firefly::posterior<logistic_noise, firefly::gaussian_prior, firefly::dense_rows>>);

/// A line with slope 2 through 1, with logistic noise.
firefly::dense_rows noisy_line(std::size_t rows) {
    firefly::matrix features = firefly::zeros(rows, 2);
    firefly::vector target = firefly::zeros(rows);
    firefly::random_source random({.seed = 9, .use = firefly::purpose::data});
    for (std::size_t n = 0; n < rows; ++n) {
        double const x = random.uniform(), u = random.uniform();
        features(n, 0) = 1;
        features(n, 1) = x;
        target(n) = 1 + 2 * x + std::log(u / (1 - u));
    }
    return {std::move(features), std::move(target)};
}

}  // namespace

TEST_CASE("a user's likelihood and bound give the posterior that regular MCMC gives, for a few queries per iteration") {
    firefly::posterior const model(logistic_noise{}, firefly::gaussian_prior(10), noisy_line(2'000));
    firefly::plan const plan(model,
                             {.algorithm = firefly::algorithm_kind::firefly});  // it finds the bound by `logistic_noise::bound`

    auto const slopes = [](firefly::stream<firefly::draw> draws, int count) {
        return draws | views::drop_while(&firefly::draw::warm_up) |
               views::transform([](auto const& draw) { return draw.theta(1); }) | views::take(count) | ranges::to<std::vector>();
    };
    auto const fireflies = slopes(plan.draws({.seed = 10}), 50'000);
    auto const regular = slopes(firefly::regular_chain(model, {.seed = 11}), 6'000);

    // Seeds 10 and 11, 50,000 and 6000 draws: means and spreads agree within four standard errors.
    auto const a = firefly::summarise("firefly", fireflies), b = firefly::summarise("regular", regular);
    CHECK(std::abs(a.mean - b.mean) < 4 * std::hypot(a.mcse_mean, b.mcse_mean));
    CHECK(std::abs(a.sd - b.sd) < 4 * std::hypot(firefly::mcse_sd(fireflies), firefly::mcse_sd(regular)));
    CHECK(plan.expected()->bright < 10);  // of 2000
}

TEST_CASE("the parts of such a sampler can be chosen and put together by hand") {
    firefly::posterior const model(logistic_noise{}, firefly::gaussian_prior(10), noisy_line(2'000));
    auto const anchor = firefly::find_map(model);
    firefly::joint const joint(model, logistic_noise_bound::anchored(model, anchor.theta));
    firefly::random_walk const kernel({.shape = firefly::preconditioner(anchor.precision)});
    firefly::implicit_update const updater({.q = firefly::predict_cost(joint, anchor).q});
    auto draws = firefly::firefly_chain(joint, kernel, updater, {.seed = 12, .warm_up = 0}, anchor.theta);
    CHECK(draws.begin()->z.bright < 30);
}
