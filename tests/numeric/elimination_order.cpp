/// Orders of elimination, by how much they leave to the dense core of a factor.
#include <algorithm>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

import firefly.numeric;

using namespace firefly;

TEST_CASE("a few zeros in a small matrix are not worth an order of their own") {
    matrix identity = zeros(8, 8);
    for (std::size_t i = 0; i < 8; ++i) identity(i, i) = 1;
    CHECK(sparse_cholesky(identity).core_size() == 8);
}

TEST_CASE("of 3000 levels beside four common columns the levels go first, and so they do where zeros are kept") {
    for (double const across : {0.1, 0.0}) {
        std::vector<sparse_symmetric::entry> entries;
        for (std::size_t i = 0; i < 3004; ++i) {
            for (std::size_t j = 0; j < std::min<std::size_t>(i, 4); ++j) entries.push_back({i, j, across});
            entries.push_back({i, i, 1e3});
        }
        sparse_cholesky factor(sparse_symmetric(3004, entries));
        CHECK(factor.dimension() == 3004);
        CHECK(factor.core_size() >= 4);
        CHECK(factor.core_size() < 20);
        REQUIRE(factor.refactorise(std::vector<double>(3004)));
    }
}
