#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

import firefly.core;
import firefly.diagnostics;

TEST_CASE("a summary holds what the functions of its names return") {
    std::vector<std::vector<double>> chains(4, std::vector<double>(100));
    for (std::uint32_t c = 0; c < 4; ++c) firefly::random_source(firefly::random_key{.seed = 5, .chain = c}).normals(chains[c]);
    auto const s = firefly::summarise("beta", chains);
    CHECK(s.name == "beta");
    CHECK(s.mcse_mean == firefly::mcse_mean(chains));
    CHECK(s.q5 == firefly::quantile(chains, 0.05));
    CHECK(s.median == firefly::quantile(chains, 0.5));
    CHECK(s.q95 == firefly::quantile(chains, 0.95));
    CHECK(s.ess_bulk == firefly::ess_bulk(chains));
    CHECK(s.ess_tail == firefly::ess_tail(chains));
    CHECK(s.r_hat == firefly::r_hat(chains));
}

TEST_CASE("the table is aligned, and shows the digits that the standard error vouches for") {
    double const nan = std::nan("");
    std::vector<firefly::summary> const summaries{
        {"intercept", -1.23456, 0.98765, 0.0123, -2.5, -1.2, 0.4567, 3999.6, 2500.2, 1.0004},
        {"β[1]", 1234.56, 250, 12.3, 800, 1200, 1600, 412, 398, 1.0123},
        {"fixed", 2.5, 0, nan, 2.5, 2.5, 2.5, nan, nan, nan},
        {"vast", 1.5e12, 2e11, 3e9, 1e12, 1.5e12, 2e12, 4000, 4000, 1},
    };
    CHECK(firefly::format_table(summaries) ==
          "              mean     sd  mcse_mean      q5   median    q95  ess_bulk  ess_tail  r_hat\n"
          "intercept   -1.235  0.988      0.012  -2.500   -1.200  0.457      4000      2500  1.000\n"
          "β[1]          1235    250         12     800     1200   1600       412       398  1.012\n"
          "fixed          2.5      0        nan     2.5      2.5    2.5       nan       nan    nan\n"
          "vast       1.5e+12  2e+11      3e+09   1e+12  1.5e+12  2e+12      4000      4000  1.000\n");
}

TEST_CASE("a table of nothing is its head") {
    CHECK(firefly::format_table({}) == "  mean  sd  mcse_mean  q5  median  q95  ess_bulk  ess_tail  r_hat\n");
}

TEST_CASE("what cannot be computed has no sign in the table") {
    double const infinite = std::numeric_limits<double>::infinity();
    for (auto const& draws : std::vector<std::vector<std::vector<double>>>{{{5.0}}, {{infinite, -infinite, 1.0, 2.0}}}) {
        auto const table = firefly::format_table(std::vector{firefly::summarise("beta", draws)});
        CAPTURE(table);
        CHECK(table.find(" nan") != std::string::npos);
        CHECK(table.find("-nan") == std::string::npos);
    }
}
