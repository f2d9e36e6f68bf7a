/// Matrices and numbers for the tests of algebra. Include it after every other header: it brings `import firefly.numeric;` with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

import firefly.numeric;

namespace firefly::testing {

inline matrix random_matrix(std::size_t rows, std::size_t columns, std::uint64_t seed) {
    matrix m = zeros(rows, columns);
    random_source({.seed = seed}).normals({m.data(), m.size()});
    return m;
}

inline std::vector<double> random_numbers(std::size_t size, std::uint64_t seed) {
    std::vector<double> v(size);
    random_source({.seed = seed}).normals(v);
    return v;
}

/// AᵀA + I: positive definite.
inline matrix random_precision(std::size_t n, std::uint64_t seed) {
    matrix const a = random_matrix(n, n, seed);
    matrix s = zeros(n, n);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            s(i, j) = i == j;
            for (std::size_t k = 0; k < n; ++k) s(i, j) += a(k, i) * a(k, j);
        }
    return s;
}

/// Positive definite, and mostly zeros: two columns that all others meet.
inline matrix arrow_precision(std::size_t n) {
    matrix s = zeros(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        s(i, i) = 3 + static_cast<double>(i % 4);
        if (i > 0) s(i, 0) = s(0, i) = 0.2;
        if (i > 1) s(i, 1) = s(1, i) = -0.1;
    }
    return s;
}

inline doctest::Approx near(double x) {
    return doctest::Approx(x).epsilon(1e-12).scale(1);
}

}  // namespace firefly::testing
