#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/random_matrices.hpp"

import firefly.numeric;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("the triangular inverse whitens, measures and unwhitens as substitution does, small and large") {
    for (std::size_t const n : {1u, 3u, 8u, 9u, 17u, 32u, 33u, 41u, 51u, 57u, 64u, 65u, 256u, 260u}) {
        CAPTURE(n);
        cholesky const factor(random_precision(n, 33));
        triangular_inverse const inverse(factor);
        REQUIRE(inverse.dimension() == n);
        constexpr std::size_t rows = 14;  // eight, four and two, or four times three and two
        auto const x = random_numbers(rows * n, 34);
        std::vector<double> white(rows * n), expected = x;
        inverse.whiten_rows(rows, x, white);
        for (std::size_t i = 0; i < rows; ++i) factor.solve_lower(vector_out(expected).subspan(i * n, n));
        for (std::size_t i = 0; i < white.size(); ++i) CHECK(white[i] == doctest::Approx(expected[i]).epsilon(1e-9).scale(1e-3));

        constexpr std::size_t many = 45;  // 32 together, eight, and five more
        for (std::size_t i = 0; i < rows; ++i) {
            std::vector<double> alone(n);
            inverse.whiten_rows(1, vector_view(x).subspan(i * n, n), alone);
            CHECK(std::ranges::equal(alone, vector_view(white).subspan(i * n, n)));  // whatever is beside it
        }

        // Three numbers of each row, and zeros around them.
        std::size_t const first = n / 3, length = std::min<std::size_t>(3, n - first);
        auto const parts = random_numbers(rows * length, 38);
        std::vector<double> whole(rows * n), from_parts(rows * n);
        for (std::size_t i = 0; i < rows; ++i)
            std::ranges::copy(vector_view(parts).subspan(i * length, length),
                              whole.begin() + static_cast<std::ptrdiff_t>(i * n + first));
        inverse.whiten_rows(rows, whole, white);
        inverse.whiten_parts(rows, parts, first, from_parts);
        CHECK(from_parts == white);

        auto const y = random_numbers(many * n, 37);
        std::vector<double> squares(many);
        inverse.square_rows({y.data(), many, n}, squares);
        for (std::size_t i = 0; i < many; ++i) {
            std::vector<double> row(y.begin() + static_cast<std::ptrdiff_t>(i * n),
                                    y.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
            factor.solve_lower(row);
            CHECK(squares[i] == doctest::Approx(dot(row, row)).epsilon(1e-9));
        }

        auto const w = random_numbers(n, 35);
        std::vector<double> back(n), solved = w;
        inverse.unwhiten(w, back);
        factor.solve_upper(solved);
        for (std::size_t i = 0; i < n; ++i) CHECK(back[i] == doctest::Approx(solved[i]).epsilon(1e-9).scale(1e-3));
    }
}

TEST_CASE("of a sparse matrix it substitutes, and does all the same") {
    matrix const dense = arrow_precision(90);
    cholesky const sparse{sparse_symmetric(dense)}, usual(dense);
    auto const x = random_numbers(90, 51);
    triangular_inverse const whitening(sparse);
    CHECK(whitening.dimension() == 90);
    auto const rows = random_numbers(270, 52);
    std::vector<double> all(270), parts(270), squares(3), back(90), part(rows.begin(), rows.begin() + 90);
    whitening.whiten_rows(3, rows, all);
    whitening.square_rows(matrix_view(rows.data(), 3, 90), squares);
    for (std::size_t i = 0; i < 3; ++i) {
        auto own = std::vector<double>(rows.begin() + static_cast<std::ptrdiff_t>(90 * i),
                                       rows.begin() + static_cast<std::ptrdiff_t>(90 * i + 90));
        auto const row = own;
        sparse.solve_lower(own);
        for (std::size_t j = 0; j < 90; ++j) CHECK(all[90 * i + j] == own[j]);
        usual.solve(own = row);
        CHECK(squares[i] == near(dot(own, row)));
    }
    whitening.whiten_parts(3, part, 40, parts);  // 30 numbers each
    std::vector<double> filled(90);
    std::copy_n(part.begin() + 30, 30, filled.begin() + 40);
    sparse.solve_lower(filled);
    for (std::size_t j = 0; j < 90; ++j) CHECK(parts[90 + j] == filled[j]);
    whitening.unwhiten(x, back);
    auto upper = x;
    sparse.solve_upper(upper);
    CHECK(back == upper);
}
