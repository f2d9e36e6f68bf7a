#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_matrices.hpp"

import firefly.core;
import firefly.numeric;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// All products of two rows, as `invert` takes them.
std::vector<double> gram_of(vector_view t, std::size_t n, std::size_t columns) {
    std::vector<double> result(n * padded(n));
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
            result[i * padded(n) + j] = dot(t.subspan(i * columns, columns), t.subspan(j * columns, columns));
    return result;
}

}  // namespace

TEST_CASE("a matrix times its inverse is one, few rows and many") {
    for (std::size_t const n : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 20u, 64u, 65u, 96u, 97u, 98u, 99u, 100u, 104u, 127u}) {
        CAPTURE(n);
        std::size_t const stride = padded(n);
        auto const gram = gram_of(random_numbers(n * 150, 36), n, 150);
        auto inverse = gram;
        std::vector<double> scratch(9 * stride);
        REQUIRE(invert(n, inverse, 1e-8, scratch));
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                double product = 0;
                for (std::size_t k = 0; k < n; ++k) product += gram[i * stride + k] * inverse[k * stride + j];
                CHECK(product == doctest::Approx(i == j ? 1 : 0).epsilon(1e-9).scale(1));
            }
    }
}

TEST_CASE("a matrix with equal or nearly equal rows is not inverted, few rows or many") {
    for (std::size_t const n : {3u, 70u, 103u})
        for (double const apart : {0.0, 1e-6}) {
            CAPTURE(n);
            CAPTURE(apart);
            std::size_t const columns = 150;
            auto t = random_numbers(n * columns, 37);
            for (std::size_t c = 0; c < columns; ++c) t[(n - 1) * columns + c] = t[c] + (c == 0 ? apart : 0);
            auto gram = gram_of(t, n, columns);
            std::vector<double> scratch(9 * padded(n));
            CHECK(!invert(n, gram, 1e-8, scratch));
        }
}

TEST_CASE("a matrix is inverted where each pivot is at least the asked part of its diagonal, whatever the scales of its rows") {
    // The last two rows have the correlation c: the last pivot is 1 − c² of its diagonal, all others are all of theirs.
    for (std::size_t const n : {2u, 3u, 9u, 64u, 70u, 98u})
        for (double const power : {-3.0, 0.0, 3.0})  // rows grow, are alike or shrink
            for (double const part : {0.5e-3, 2e-3}) {
                CAPTURE(n);
                CAPTURE(power);
                CAPTURE(part);
                std::size_t const stride = padded(n);
                auto const scale = [&](std::size_t i) {
                    return std::pow(10, power * (2 * static_cast<double>(i) / static_cast<double>(n - 1) - 1));
                };
                std::vector<double> s(n * stride);
                for (std::size_t i = 0; i < n; ++i) s[i * stride + i] = scale(i) * scale(i);
                double const mixed = std::sqrt(1 - part) * scale(n - 2) * scale(n - 1);
                s[(n - 2) * stride + n - 1] = s[(n - 1) * stride + n - 2] = mixed;
                auto inverse = s;
                std::vector<double> scratch(9 * padded(n));
                CHECK(invert(n, inverse, 1e-3, scratch) == (part > 1e-3));
                if (part < 1e-3) continue;
                CHECK(inverse[n * stride - stride + n - 1] ==
                      doctest::Approx(1 / (part * scale(n - 1) * scale(n - 1))).epsilon(1e-9));
            }
}

TEST_CASE("a pivot may be all of its diagonal, and must be a positive number") {
    for (std::size_t const n : {1u, 5u, 70u, 101u}) {
        CAPTURE(n);
        std::size_t const stride = padded(n);
        std::vector<double> unit(n * stride);
        for (std::size_t i = 0; i < n; ++i) unit[i * stride + i] = 1;
        auto inverse = unit;
        std::vector<double> scratch(9 * padded(n));
        CHECK(invert(n, inverse, 1, scratch));
        CHECK(inverse == unit);
        for (double const wrong : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
            CAPTURE(wrong);
            inverse = unit;
            inverse[(n - 1) * stride + n - 1] = wrong;
            CHECK_FALSE(invert(n, inverse, 1e-8, scratch));
        }
    }
}
