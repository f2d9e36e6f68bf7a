#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

import firefly;
import firefly.program.run;

using namespace firefly;
using namespace firefly::program;

namespace {

/// Two chains, the second of them shorter, of draws that hardly depend on each other.
run_logs some_logs() {
    run_logs logs(3, 2);
    for (std::size_t chain = 0; chain < 2; ++chain)
        for (std::size_t i = 0; i < 400 - 100 * chain; ++i) {
            draw current;
            double const x = std::sin(static_cast<double>(1 + i * i * 7 + chain * 13));
            current.theta = to_vector(std::vector{x, 10 + x});
            current.warm_up = i < 5;
            logs[chain].append(current);
        }
    return logs;
}

}  // namespace

TEST_CASE("chains without a draw after warm-up are left out") {
    auto logs = some_logs();
    auto const chains = read_logs(logs);
    REQUIRE(chains.size() == 2);
    CHECK(chains[0].size() == 400);
}

TEST_CASE("parameters are summarised from the draws that all chains have") {
    auto logs = some_logs();
    auto const chains = read_logs(logs);
    auto const lines = summarise_all(chains, {"a", "b"});
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].name == "a");
    CHECK(lines[1].mean == doctest::Approx(lines[0].mean + 10));
    CHECK(least_effective(lines) == doctest::Approx(least_effective(chains)));
    CHECK(least_effective(lines) == doctest::Approx(std::min(lines[0].ess_bulk, lines[1].ess_bulk)));
    CHECK(summarise_all({}, {"a", "b"}).empty());
}

TEST_CASE("one parameter without effective draws makes the least unknown") {
    std::vector<summary> lines(2);
    lines[0].ess_bulk = 100;
    lines[1].ess_bulk = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(least_effective(lines)));
    lines[1].ess_bulk = 50;
    CHECK(least_effective(lines) == 50);
}
