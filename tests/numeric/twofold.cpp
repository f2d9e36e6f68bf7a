/// src/numeric/twofold.hpp: of what it computes the sum of both parts is known exactly.
#include <cmath>

#include <doctest/doctest.h>

#include "../src/numeric/twofold.hpp"

using namespace firefly;

TEST_CASE("the sum and the product of two numbers are kept whole") {
    twofold const sum = twofold::sum(1, 0x1p-80), turned = twofold::sum(0x1p-80, 1);
    CHECK((sum.high == 1 && sum.low == 0x1p-80));
    CHECK((turned.high == 1 && turned.low == 0x1p-80));
    double const a = 1 + 0x1p-30, b = 1 - 0x1p-40;  // ab = 1 + 2⁻³⁰ − 2⁻⁴⁰ − 2⁻⁷⁰
    twofold const product = twofold::product(a, b);
    CHECK((product.high == 1 + 0x1p-30 - 0x1p-40 && product.low == -0x1p-70));
}

TEST_CASE("sums and products of twofold numbers keep twice the digits") {
    twofold const third = twofold{1} / twofold{3};
    CHECK(std::abs((third * 3 - twofold{1}).value()) < 1e-31);
    CHECK(std::abs((third + third + third - twofold{1}).value()) < 1e-31);
    CHECK(std::abs((third * third * 9 - twofold{1}).value()) < 1e-30);
    CHECK(std::abs(((third + 1.0) * 3 - twofold{4}).value()) < 1e-30);
    CHECK((-third).value() == -third.value());
    CHECK(std::abs(third.low) > 1e-18);
}

TEST_CASE("a root is one in twice the digits, and that of nothing is nothing") {
    twofold const two = root(twofold{2});
    CHECK(std::abs((two * two - twofold{2}).value()) < 1e-30);
    CHECK(root(twofold{}).value() == 0);
}
