#include <bit>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

void light(auto& density, std::vector<row_index> const& indices) {
    density.request(indices);
    density.collect();
    for (std::size_t i = 0; i < indices.size(); ++i) density.brighten(i);
}

}  // namespace

TEST_CASE("a datum without a bound is bright where a chain starts, is never darkened, and where it is dark the density is zero") {
    posterior const model(poisson{}, gaussian_prior(1),
                          dense_rows(matrix_of({{1, 0.5}, {1, -1}, {0.3, 1}, {20, -9}}), vector_of({2, 0, 1, 0})));
    anchor const at = find_map(model);
    joint const target(model, secant_bound<poisson>::anchored(model, at.theta, ellipsoid(at.precision, 1)));
    vector const step = vector_of({-0.6, 0.3});  // which makes the rate of the long row small
    std::size_t region = 1;
    vector far = at.theta;
    while (target.bound().exempt(region).empty()) {
        far += step;
        vector const displacement = far - at.theta;
        region = target.bound().region(as_view(displacement));
    }
    REQUIRE(target.bound().exempt(region).front() == 3);

    firefly_density outside(target, as_view(far));
    CHECK(outside.brightness().is_bright(3));
    CHECK(std::isfinite(outside.current().log_density));
    // Summed over z it is the posterior.
    for (vector const& theta : {far, vector(far + 0.1 * step)}) {
        double truth = -dot(as_view(theta), as_view(theta)) / 2;
        block_buffer buffer;
        row_block const all = model.rows().block(0, buffer);
        for (row_index n = 0; n < 4; ++n)
            truth += poisson{}.log_likelihood_of(all.target[n], dot(all.rows.common.row(n), as_view(theta)));
        double sum = 0;
        for (unsigned z = 0; z < 8; ++z) {
            firefly_density density(target, as_view(far));
            std::vector<row_index> bright;
            for (row_index n = 0; n < 3; ++n)
                if (z >> n & 1 && !density.brightness().is_bright(n)) bright.push_back(n);
            light(density, bright);
            if (density.brightness().count() != static_cast<std::size_t>(std::popcount(z)) + 1) continue;  // others without a bound
            sum += std::exp(density.evaluate(as_view(theta)) - truth);
        }
        CHECK(std::log(sum) == doctest::Approx(0).epsilon(1e-6).scale(1));
    }

    auto const tables = survey(model, target.bound(), at.precision);
    thinned_gibbs const thinning = make_thinned_gibbs(tables, as_view(at.theta), at.precision);
    clocked_update const clocks = make_clocked_update(tables);
    random_source random({.seed = 106});
    auto thinning_state = thinning.start();
    auto clock_state = clocks.start();
    for (int i = 0; i < 200; ++i) {
        thinning.decide(outside, thinning_state, random);
        outside.request({});
        outside.collect();
        clocks.decide(outside, clock_state, random);
        REQUIRE(outside.brightness().is_bright(3));
    }

    firefly_density inside(target, as_view(at.theta));
    CHECK(inside.brightness().count() == 0);
    CHECK(inside.evaluate(as_view(far)) == -infinity);
    light(inside, {3});
    CHECK(std::isfinite(inside.evaluate(as_view(far))));
}

TEST_CASE(
    "a density that was saved where data have no bound goes on there, and lights one that another processor rounded to have one") {
    posterior const model(poisson{}, gaussian_prior(1), dense_rows(matrix_of({{1, 0.5}, {20, -9}}), vector_of({2, 0})));
    anchor const at = find_map(model);
    joint const target(model, secant_bound<poisson>::anchored(model, at.theta, ellipsoid(at.precision, 1)));
    vector const far = at.theta + vector_of({-9, 4});
    firefly_density const there(target, as_view(far));
    REQUIRE(there.brightness().is_bright(1));
    auto saved = there.save();
    auto const again = there.restored(saved);
    CHECK(again.current().log_density == there.current().log_density);
    CHECK(again.brightness().count() == there.brightness().count());
    saved.bright.clear();
    saved.bright_values.resize(0, 1);
    auto const mended = there.restored(saved);
    CHECK(mended.brightness().is_bright(1));
    CHECK(std::isfinite(mended.current().log_density));
}
