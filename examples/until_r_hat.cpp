/// Chains that go on until they agree, and then for as long as the precision asks.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

import firefly;

TEST_CASE("four chains go on until R-hat is below 1.01 and the mean has three decimals") {
    auto data = firefly::synthetic_logistic({.rows = 10'000, .columns = 3});
    firefly::plan const plan(firefly::posterior(firefly::logistic{}, firefly::gaussian_prior(1.0), firefly::dense_rows(data)));

    std::vector<std::shared_ptr<firefly::any_chain>> chains;  // each stays where it stopped
    for (std::uint32_t i = 0; i < 4; ++i) chains.push_back(plan.make_chain({.seed = 3, .chain = i}));
    std::vector<std::vector<double>> slopes(chains.size());

    do {
        for (std::size_t i = 0; i < chains.size(); ++i)
            for (int more = 0; more < 500;) {
                chains[i]->advance();
                if (chains[i]->current().warm_up) continue;
                slopes[i].push_back(chains[i]->current().theta(1));
                ++more;
            }
    } while (slopes[0].size() < 100'000 && (firefly::r_hat(slopes) > 1.01 || firefly::mcse_mean(slopes) > 0.0003));

    CHECK(firefly::r_hat(slopes) < 1.01);
    CHECK(firefly::mcse_mean(slopes) < 0.0003);
    CHECK(slopes[0].size() < 20'000);
}
