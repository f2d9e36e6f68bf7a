/// An updater of your own: a struct that satisfies `BrightnessUpdater` moves z with any model, bound and kernel.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <range/v3/range/conversion.hpp>
#include <range/v3/view/drop_while.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>
#include <vector>

import firefly;

namespace views = ranges::views;

namespace {

/// Metropolis on a window of neighbours that begins at a random datum. Each proposes to flip: a dark one is lit with probability
/// min(1, L̃), a bright one is darkened with probability min(1, 1/L̃).
struct random_window {
    firefly::row_index width;  // at most N

    struct state {  // what `propose` has to tell `decide`
        firefly::row_index first = 0;
        bool operator==(state const&) const = default;
    };

    state start() const { return {}; }

    /// Names the data whose likelihoods are not known: the dark ones. Their rows travel while θ moves.
    template <firefly::Brightness Z, firefly::Random Source>
    void propose(Z const& z, state& state, Source& random, std::vector<firefly::row_index>& wanted) const {
        state.first = random.pick(z.size());
        for (firefly::row_index i = 0; i < width; ++i) {
            firefly::row_index const n = (state.first + i) % z.size();
            if (!z.is_bright(n)) wanted.push_back(n);
        }
    }

    template <firefly::BrightnessTarget Target, firefly::Random Source>
    firefly::z_stats decide(Target& target, state const& state, Source& random) const {
        firefly::z_stats stats;
        auto const& z = target.brightness();
        for (firefly::row_index i = 0; i < width; ++i) {  // the bright ones: L̃ is known from the θ step
            firefly::row_index const n = (state.first + i) % z.size();
            if (z.is_bright(n) && random.accept(-target.bright_log_factors()[z.position(n)])) {
                target.darken(z.position(n));
                ++stats.darkened;
            }
        }
        for (std::size_t i = 0; i < target.candidates().size(); ++i)  // those that `propose` named
            if (random.accept(target.candidate_log_factors()[i])) {
                target.brighten(i);
                ++stats.brightened;
            }
        return stats;
    }
};

static_assert(firefly::BrightnessUpdater<random_window, firefly::archetype::brightness_target, firefly::archetype::random>);

}  // namespace

TEST_CASE("with a user's updater the posterior is the one that regular MCMC samples") {
    auto data = firefly::synthetic_logistic({.rows = 1'000, .columns = 3});
    firefly::posterior const model(firefly::logistic{}, firefly::gaussian_prior(1.0), firefly::dense_rows(data));
    firefly::plan const plan(model,
                             {.algorithm = firefly::algorithm_kind::firefly});  // anchor, bound and kernel are the shipped ones

    auto const slopes = [](firefly::stream<firefly::draw> draws, int count) {
        return draws | views::drop_while(&firefly::draw::warm_up) |
               views::transform([](auto const& draw) { return draw.theta(1); }) | views::take(count) | ranges::to<std::vector>();
    };
    auto const own =
        slopes(firefly::firefly_chain(plan.target(), plan.kernel(), random_window{50}, {.seed = 7}, plan.at().theta), 30'000);
    auto const regular = slopes(firefly::regular_chain(model, {.seed = 8}), 10'000);

    // Seeds 7 and 8, 30,000 and 10,000 draws: means and spreads agree within four standard errors.
    auto const a = firefly::summarise("own", own), b = firefly::summarise("regular", regular);
    CHECK(std::abs(a.mean - b.mean) < 4 * std::hypot(a.mcse_mean, b.mcse_mean));
    CHECK(std::abs(a.sd - b.sd) < 4 * std::hypot(firefly::mcse_sd(own), firefly::mcse_sd(regular)));
}
