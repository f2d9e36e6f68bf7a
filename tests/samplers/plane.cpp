/// White box: densities keep it to themselves.
module;
#include <array>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

module firefly.samplers;

import firefly.external;
import firefly.core;

using namespace firefly;

TEST_CASE("a quadratic form on a plane has the values of the whole one, wherever the plane lies") {
    matrix precision = zeros(3, 3);
    double const entries[]{4, 1, -0.5, 1, 3, 0.2, -0.5, 0.2, 2};
    for (std::size_t i = 0; i < 9; ++i) precision(i / 3, i % 3) = entries[i];
    quadratic const q(-1.5, to_vector(std::vector{1.0, -2.0, 0.3}), precision);
    std::vector<double> const a{1, 1, -0.4}, b{-2, 0.5, 0.1};
    std::vector<double> scratch(3), point(3);
    for (std::vector<double> const& c : {std::vector{0.3, -1.0, 2.0}, std::vector(3, 0.0)}) {
        plane_form const form = restrict_to_plane(q, {vector_view(c), vector_view(a), vector_view(b)}, scratch);
        for (double const x : {-2.0, 0.0, 0.7})
            for (double const y : {-1.0, 0.0, 3.0}) {
                for (std::size_t i = 0; i < 3; ++i) point[i] = c[i] + x * a[i] + y * b[i];
                CHECK(form(x, y) == doctest::Approx(q.value(point, scratch)).epsilon(1e-13));
            }
    }
}
