/// Every part chosen by hand, the draws consumed by std::views, and the fireflies watched.
#include <doctest/doctest.h>

#include <ranges>

import firefly;

TEST_CASE("bound, kernel and updater are chosen by the user, and the fireflies can be counted") {
    auto data = firefly::synthetic_logistic({.rows = 50'000, .columns = 4});
    firefly::posterior const model(firefly::logistic{}, firefly::gaussian_prior(1.0), firefly::dense_rows(data));

    auto const anchor = firefly::find_map(model);
    firefly::joint const joint(model, firefly::jaakkola_jordan::anchored(model, anchor.theta));
    auto const expected = firefly::predict_cost(joint, anchor);
    firefly::random_walk const kernel({.step = 1.2, .shape = firefly::preconditioner(anchor.precision)});
    firefly::implicit_update const updater({.q = expected.q});

    double bright = 0, queries = 0;
    int const count = 20'000;
    for (auto const& draw : firefly::firefly_chain(joint, kernel, updater, {.seed = 2, .warm_up = 500}, anchor.theta) |
                                std::views::drop(500) | std::views::take(count)) {
        bright += static_cast<double>(draw.z.bright);
        queries += static_cast<double>(draw.queries());
    }

    // Seed 2, 20,000 draws: the bright count has a standard error of about 2 %; the forecast is of first order.
    CHECK(bright / count == doctest::Approx(expected.bright).epsilon(0.1));
    CHECK(queries / count < 20);  // of 50,000
}
