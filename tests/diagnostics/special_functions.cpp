// Against R 4.2.2's qnorm and qbeta: reference/make_reference.R.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "reference.hpp"

import firefly.diagnostics;

TEST_CASE("normal and beta quantiles agree with R's") {
    for (auto const& line : reference::lines("special_functions.csv")) {
        auto const argument = [&](std::size_t i) { return reference::number(line.at(i)); };
        bool const normal = line.at(0) == "normal_quantile";
        double const value = normal ? firefly::normal_quantile(argument(1)) : firefly::beta_quantile(argument(1), argument(2), argument(3));
        double const expected = reference::number(line.back());
        CAPTURE(line[0]);
        CAPTURE(line[1]);
        CAPTURE(value);
        CAPTURE(expected);
        CHECK(reference::agree(value, expected, normal ? 4e-16 : 1e-11));
    }
}

TEST_CASE("the normal quantile is odd about one half, and infinite or nothing where there is no probability") {
    for (double const p : {0x1p-2, 0x1p-5, 0x1p-20, 0x1p-50}) CHECK(firefly::normal_quantile(1 - p) == -firefly::normal_quantile(p));
    constexpr double infinity = std::numeric_limits<double>::infinity();
    CHECK(firefly::normal_quantile(0) == -infinity);
    CHECK(firefly::normal_quantile(1) == infinity);
    CHECK(std::isnan(firefly::normal_quantile(-0.1)));
    CHECK(std::isnan(firefly::normal_quantile(1.1)));
}
