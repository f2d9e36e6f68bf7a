/// A kernel of your own: a struct that satisfies `Kernel` moves θ with any model, bound and updater.
#include <doctest/doctest.h>

#include <algorithm>
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

/// Metropolis on one coordinate at a time, picked at random. It sees a density and a source of randomness, never data; so it
/// serves firefly and regular MCMC alike.
struct one_coordinate {
    double length;  // of a step; in warm-up one would adapt it: see `Adaptive`

    struct state {  // nothing to remember besides θ
        bool operator==(state const&) const = default;
    };
    struct info {
        double acceptance;
        double step;
    };

    state start() const { return {}; }

    template <firefly::Density Target, firefly::Random Source>
    info step(Target& target, state const&, Source& random) const {
        firefly::vector_out const proposal = target.scratch(0);  // allocated once, by the density
        std::ranges::copy(target.current().theta, proposal.begin());
        double normal = 0;
        random.normals({&normal, 1});
        proposal[random.pick(proposal.size())] += length * normal;

        double const log_ratio = target.evaluate(proposal) - target.current().log_density;
        if (random.accept(log_ratio)) target.commit();
        return {std::exp(std::min(0.0, log_ratio)), length};
    }
};

static_assert(firefly::Kernel<one_coordinate, firefly::archetype::density, firefly::archetype::random>);

}  // namespace

TEST_CASE("a user's kernel samples the posterior that the shipped one samples") {
    auto data = firefly::synthetic_logistic({.rows = 1'000, .columns = 3});
    firefly::posterior const model(firefly::logistic{}, firefly::gaussian_prior(1.0), firefly::dense_rows(data));
    firefly::plan const plan(model,
                             {.algorithm = firefly::algorithm_kind::firefly});  // anchor, bound and updater are the shipped ones

    auto const slopes = [](firefly::stream<firefly::draw> draws, int count) {
        return draws | views::drop_while(&firefly::draw::warm_up) |
               views::transform([](auto const& draw) { return draw.theta(1); }) | views::take(count) | ranges::to<std::vector>();
    };
    auto const own =
        slopes(firefly::firefly_chain(plan.target(), one_coordinate{0.15}, plan.updater(), {.seed = 5}, plan.at().theta), 50'000);
    auto const shipped = slopes(firefly::regular_chain(model, {.seed = 6}), 10'000);

    // Seeds 5 and 6, 50,000 and 10,000 draws: means and spreads agree within four standard errors.
    auto const a = firefly::summarise("own", own), b = firefly::summarise("shipped", shipped);
    CHECK(std::abs(a.mean - b.mean) < 4 * std::hypot(a.mcse_mean, b.mcse_mean));
    CHECK(std::abs(a.sd - b.sd) < 4 * std::hypot(firefly::mcse_sd(own), firefly::mcse_sd(shipped)));
}
