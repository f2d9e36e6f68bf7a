#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/temporary_directory.hpp"
#include "support/made_draws.hpp"

import firefly.netcdf;
import firefly.program.output;

using namespace firefly::program;

TEST_CASE("draws read back from Stan CSV and from netCDF, told by their first bytes") {
    temporary_directory const directory;
    auto const draws = made_draws(2, 20);
    firefly::write_stan_csv(directory / "draws.csv", draws);
    firefly::write_netcdf(directory / "draws.txt", draws);
    auto const from_csv = read_draws({(directory / "draws_1.csv").string(), (directory / "draws_2.csv").string()});
    auto const from_netcdf = read_draws({(directory / "draws.txt").string()});
    for (auto const& got : {from_csv, from_netcdf}) {
        CHECK(got.chains() == 2);
        CHECK(got.length() == 20);
        REQUIRE(got.parameters.size() == 1);
        CHECK(got.parameters[0].chains == draws.parameters[0].chains);
    }
    CHECK(complaint<firefly::data_error>([&] {
              read_draws({(directory / "draws.txt").string(), (directory / "draws_1.csv").string()});
          }) == "draws.txt: netCDF holds all chains of a run; give one such file and nothing else");
}

TEST_CASE("what was read is described in a line") {
    auto draws = made_draws(4, 500);
    CHECK(describe(draws) == "4 chains of 500 draws, model logistic, kernel bright-gibbs.");
    draws = made_draws(1, 10);
    draws.facts.clear();
    draws.warm_up_rows = 7;
    draws.cut = "The last 3 draws of chain 1 are left out.";
    CHECK(describe(draws) == "1 chain of 10 draws. 7 draws of warm-up are passed over. The last 3 draws of chain 1 are left out.");
}

TEST_CASE("every parameter has a line, by its own name") {
    auto const lines = summarise_draws(made_draws());
    REQUIRE(lines.size() == 3);
    CHECK(lines[1].name == "age");
    CHECK(lines[1].mean == doctest::Approx(-1).epsilon(0.01));
}

TEST_CASE("a result that cannot be written, or is read, is refused before the work") {
    temporary_directory const directory;
    auto const input = directory.write("data.csv", "x\n").string();
    check_writable((directory / "new.csv").string(), {input});
    CHECK_FALSE(std::filesystem::exists(directory / "new.csv"));
    CHECK(complaint<firefly::invalid_argument>([&] { check_writable(input, {input}); }) ==
          "data.csv: is read and written; give the result another name");
    CHECK_THROWS_AS(check_writable((directory / "none" / "new.csv").string(), {}), firefly::invalid_argument);
}
