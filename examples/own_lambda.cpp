/// A log likelihood, written down as a lambda, is all that an exact sampler needs.
///
/// ℓ(η; y), η = x·θ, up to a number that depends on y alone. Write it for any type of η: firefly calls it with numbers that carry derivatives, and with
/// intervals of them, from which it makes a bound that surely holds. `exp` and its kin are found without `std::`.
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

/// Counts with mean exp(1 + x).
firefly::dense_rows counts(std::size_t rows) {
    firefly::matrix features = firefly::zeros(rows, 2);
    firefly::vector target = firefly::zeros(rows);
    firefly::random_source random({.seed = 9, .use = firefly::purpose::data});
    for (std::size_t n = 0; n < rows; ++n) {
        double const x = random.uniform(), mean = std::exp(1 + x);
        features(n, 0) = 1;
        features(n, 1) = x;
        for (double time = random.exponential(); time < mean; time += random.exponential()) ++target(n);
    }
    return {std::move(features), std::move(target)};
}

/// Of the second coefficient, after warm-up.
std::vector<double> slopes(firefly::stream<firefly::draw> draws) {
    return draws | views::drop_while(&firefly::draw::warm_up) | views::transform([](auto const& draw) { return draw.theta(1); }) |
           views::take(4'000) | ranges::to<std::vector>();
}

}  // namespace

TEST_CASE("a lambda gives the posterior of the family that it writes down") {
    auto const mine = firefly::likelihood_from([](auto eta, double y) { return y * eta - exp(eta); });
    firefly::posterior const model(mine, firefly::gaussian_prior(10), counts(2'000));
    firefly::posterior const built_in(firefly::poisson{}, firefly::gaussian_prior(10), counts(2'000));

    auto const a = firefly::summarise("lambda", slopes(firefly::firefly_chain(model, {.seed = 10})));
    auto const b = firefly::summarise("poisson", slopes(firefly::firefly_chain(built_in, {.seed = 11})));

    // Seeds 10 and 11, 4000 draws each: the means agree within four standard errors.
    CHECK(std::abs(a.mean - b.mean) < 4 * std::hypot(a.mcse_mean, b.mcse_mean));
    CHECK(std::abs(a.mean - 1) < 4 * a.sd);  // what the data were made with
}

TEST_CASE("a lambda may know more than the target, and have tails that are heavier than normal ones") {
    double const scale = 2;
    auto const mine =
        firefly::likelihood_from([scale](auto eta, double y) { return -2.5 * log1p(squared((y - eta) / scale) / 4); });
    firefly::posterior const model(mine, firefly::gaussian_prior(10), counts(500));
    firefly::posterior const built_in(firefly::student_t({.degrees_of_freedom = 4, .scale = scale}), firefly::gaussian_prior(10),
                                      counts(500));

    auto const a = firefly::summarise("lambda", slopes(firefly::firefly_chain(model, {.seed = 12})));
    auto const b = firefly::summarise("student_t", slopes(firefly::firefly_chain(built_in, {.seed = 13})));
    CHECK(std::abs(a.mean - b.mean) < 4 * std::hypot(a.mcse_mean, b.mcse_mean));  // seeds 12 and 13
}
