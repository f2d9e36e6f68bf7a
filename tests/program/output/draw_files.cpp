#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.netcdf;
import firefly.program.output;

using namespace firefly;
using namespace firefly::program;

namespace {

stored_draws some_draws() {
    stored_draws draws{.parameters = {{.name = "x", .chains = {{1, 2, 3, 4}, {2, 3, 4, 5}}, .warm_up = {{9}, {9}}}},
                       .facts = {{"model", "logistic"}, {"kernel", "mala"}}};
    return draws;
}

}  // namespace

TEST_CASE("the format of draws is told by the first bytes of the file") {
    temporary_directory const directory;
    write_netcdf(directory / "a.csv", some_draws());
    write_stan_csv(directory / "b.nc", some_draws());
    auto const one = (directory / "b_1.nc").string(), two = (directory / "b_2.nc").string();
    CHECK(read_draws({(directory / "a.csv").string()}).parameters[0].chains == some_draws().parameters[0].chains);
    CHECK(read_draws({one, two}).parameters[0].chains == some_draws().parameters[0].chains);
    CHECK(complaint<data_error>([&] { read_draws({one, (directory / "a.csv").string()}); }) ==
          "a.csv: netCDF holds all chains of a run; give one such file and nothing else");
}

TEST_CASE("draws are described and summarised without their warm-up") {
    auto draws = some_draws();
    draws.cut = "The chains have 4, 5 draws: each is cut to the first 4.";
    CHECK(describe(draws) == "2 chains of 4 draws, model logistic, kernel mala. 2 draws of warm-up are passed over. " + draws.cut);
    CHECK(describe(some_draws(), "kept").ends_with("2 draws of warm-up are kept."));
    CHECK(describe({.parameters = {{.name = "x", .chains = {{1, 2}}}}}) == "1 chain of 2 draws.");
    auto const lines = summarise_draws(draws);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].name == "x");
    CHECK(lines[0].mean == 3);
}

TEST_CASE("a file that is read is not written") {
    temporary_directory const directory;
    auto const file = directory.write("draws.csv", "lp__,x\n1,2\n").string();
    CHECK(complaint<invalid_argument>([&] { check_writable(file, {file}); }) ==
          "draws.csv: is read and written; give the result another name");
    CHECK(complaint<invalid_argument>([&] {
              check_writable((directory / "none/x.csv").string(), {file});
          }).starts_with("none/x.csv: cannot be created in the folder "));
    check_writable((directory / "other.csv").string(), {file});
    CHECK_FALSE(std::filesystem::exists(directory / "other.csv"));
    CHECK_FALSE(std::filesystem::exists(directory / "other.csv.partial"));
}

TEST_CASE("a file that standard output goes to is not replaced") {
    temporary_directory const directory;
    auto const file = directory.write("said.txt", "").string();
    auto const refusal = [&](int stream) {
        int const before = ::dup(stream), opened = ::open(file.c_str(), O_WRONLY);
        ::dup2(opened, stream);
        auto const words = complaint<invalid_argument>([&] { check_writable(file, {}); });
        ::dup2(before, stream);
        ::close(before);
        ::close(opened);
        return words;
    };
    CHECK(refusal(STDOUT_FILENO) == "said.txt: is where standard output goes; give each its own file");
    CHECK(refusal(STDERR_FILENO) == "said.txt: is where standard error goes; give each its own file");
    check_writable(file, {});
}
