#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/grid_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("a density that took over is one that was made there with the same bright data, and the other stays as it is") {
    auto const p = robust_grid(1.5);
    vector const targets = vector_of({0.3, 2.5, -0.6}), here = vector_of({0.9, -0.2}), there = vector_of({-0.5, 0.8});
    for (std::vector<bool> const& bright :
         {std::vector{true, false, true}, std::vector{false, false, false}, std::vector{true, true, true}}) {
        auto const from = p.density(0, targets, as_view(here), bright);
        auto const before = from.save();
        auto to = p.density(2, targets, as_view(here), {false, true, true});
        to.frame();  // rows that were whitened for other data
        auto const queries = to.queries();
        double const log_density = handover::pass_on(from, to, as_view(there));
        CHECK(to.queries() - queries == from.brightness().count());
        CHECK(from.save() == before);

        auto fresh = p.density(2, targets, as_view(there), bright);
        CHECK(log_density == doctest::Approx(fresh.current().log_density).epsilon(1e-13));
        CHECK(to.save().bright == from.save().bright);
        for (std::size_t n = 0; n < bright.size(); ++n) CHECK(to.brightness().is_bright(n) == bright[n]);
        auto const& frame = to.frame();
        auto const& expected = fresh.frame();
        CHECK(frame.index == expected.index);
        CHECK(frame.bend == expected.bend);
        for (std::size_t i = 0; i < frame.gap.size(); ++i) {
            CHECK(frame.u[i] == doctest::Approx(expected.u[i]).epsilon(1e-13));
            CHECK(frame.gap[i] == doctest::Approx(expected.gap[i]).epsilon(1e-13));
            for (std::size_t k = 0; k < 2; ++k) CHECK(frame.rows[i][k] == doctest::Approx(expected.rows[i][k]).epsilon(1e-13));
        }
    }
}

TEST_CASE("learned scales are taken over, on all data, too") {
    matrix const x = matrix_of({{1, 0.5}, {-0.7, 1}, {0.4, -1.2}});
    vector const y = vector_of({0.3, 2.5, -0.6}), theta = vector_of({0.4, -0.1});
    auto const density = [&](double nu) {
        composed_prior const prior({prior_term::half_cauchy(2, 1)});
        return regular_density(posterior(student_t({.degrees_of_freedom = nu}), prior, dense_rows(x, y)), as_view(theta));
    };
    auto from = density(2), to = density(8);
    from.set_scale(0, -0.7);
    double const log_density = handover::pass_on(from, to, as_view(theta));
    CHECK(to.log_scales()[0] == -0.7);
    auto fresh = density(8);
    fresh.set_scale(0, -0.7);
    CHECK(log_density == doctest::Approx(fresh.current().log_density).epsilon(1e-13));
}
