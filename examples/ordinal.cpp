/// Ratings from 0 to 3 that depend on two columns: ordinal logit regression, with cutpoints between the ratings.
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <range/v3/view/drop_while.hpp>
#include <range/v3/view/take.hpp>

import firefly;

namespace views = ranges::views;

namespace {

/// 0.8 and −0.5 are the coefficients, −1, 0.5 and 2 the cutpoints. No column of ones: the cutpoints stand for the intercept.
firefly::dense_rows ratings(std::size_t size) {
    firefly::matrix features = firefly::zeros(size, 2);
    firefly::vector rating = firefly::zeros(size);
    firefly::random_source random({.seed = 3});
    random.normals({features.data(), features.size()});
    for (std::size_t n = 0; n < size; ++n) {
        double const u = random.uniform(), opinion = 0.8 * features(n, 0) - 0.5 * features(n, 1) + std::log(u / (1 - u));
        for (double const cutpoint : {-1.0, 0.5, 2.0}) rating(n) += opinion > cutpoint ? 1 : 0;
    }
    return {features, rating};
}

}  // namespace

TEST_CASE("coefficients and cutpoints of ratings, and the probability of each rating of somebody new") {
    // Coefficients have this prior, cutpoints a flat one. θ has the coefficients first, then the cutpoints in their order.
    auto const model = firefly::ordinal(firefly::gaussian_prior(2.5), ratings(20'000));

    constexpr int draws = 4000;
    firefly::vector mean = firefly::zeros(5);
    std::vector<double> probability(4);
    for (auto const& draw :
         firefly::firefly_chain(model, {.seed = 1}) | views::drop_while(&firefly::draw::warm_up) | views::take(draws)) {
        for (std::size_t i = 0; i < 5; ++i) mean(i) += draw.theta(i) / draws;
        double const eta = 1.5 * draw.theta(0) + 0.2 * draw.theta(1);  // somebody whose columns are 1.5 and 0.2
        auto const cutpoints = firefly::as_view(draw.theta).last(3);
        for (std::size_t k = 0; k < 4; ++k) probability[k] += std::exp(firefly::log_ordinal_probability(k, eta, cutpoints)) / draws;
    }

    // Posterior standard deviations are about 0.02.
    std::vector<double> const truth{0.8, -0.5, -1, 0.5, 2};
    for (std::size_t i = 0; i < 5; ++i) CHECK(std::abs(mean(i) - truth[i]) < 0.08);
    CHECK(probability[0] + probability[1] + probability[2] + probability[3] == doctest::Approx(1));
    CHECK(probability[0] == doctest::Approx(1 / (1 + std::exp(1 + 1.1))).epsilon(0.1));  // η = 1.1
}
