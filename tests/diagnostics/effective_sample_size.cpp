#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

import firefly;

using namespace firefly;

TEST_CASE("draws that alternate count for at most S log10 S draws, however negative their correlations") {
    // ±1 in turn with normal noise of 0.1, seed 381: τ is near 1/100, far below 1/log10 S
    std::vector<double> chain(1000);
    random_source({.seed = 381}).normals(chain);
    for (std::size_t i = 0; i < chain.size(); ++i) chain[i] = (i % 2 == 0 ? 1 : -1) + 0.1 * chain[i];
    CHECK(ess_basic(chain) == doctest::Approx(3000).epsilon(1e-12));
    CHECK(ess_basic(chain, splitting::none) == doctest::Approx(3000).epsilon(1e-12));
}
