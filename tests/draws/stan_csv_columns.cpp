#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.core;
import firefly.draws;
import firefly.files;

namespace fs = std::filesystem;
using firefly::stored_draws;

namespace {

stored_draws read(std::vector<fs::path> const& paths) {
    return firefly::read_stan_csv(paths);
}

}  // namespace

TEST_CASE("columns that do not count through an array stay alone") {
    temporary_directory const directory;
    auto const draws = read({directory.write("draws.csv", "lp__,a.1,a.3,b.x,c.1,c.2\n1,2,3,4,5,6\n")});
    std::vector<std::string> names;
    for (auto const& variable : draws.parameters) names.push_back(variable.name);
    CHECK(names == std::vector<std::string>{"a.1", "a.3", "b.x", "c"});
    CHECK(draws.parameters.back().element_name(1) == "c[2]");
}

TEST_CASE("as many columns as an array has elements are none where one stands in another's place") {
    temporary_directory const directory;
    std::string const last_index_fastest = "a.1.1,a.1.2,a.2.1,a.2.2", wrong_start = "b.3,b.2";
    auto const draws = read({directory.write("draws.csv", "lp__," + last_index_fastest + "," + wrong_start + "\n1,2,3,4,5,6,7\n")});
    std::vector<std::string> names;
    for (auto const& variable : draws.parameters) names.push_back(variable.name);
    CHECK(names == std::vector<std::string>{"a.1.1", "a.1.2", "a.2.1", "a.2.2", "b.3", "b.2"});
}

TEST_CASE("elements of an array are columns with the first index fastest, and are read back in their own order") {
    temporary_directory const directory;
    stored_draws draws;
    draws.parameters.push_back({.name = "scalar", .chains = {{7}}});
    draws.parameters.push_back({.name = "cube",
                                .dimensions = {"a", "b", "c"},
                                .labels = {{"1", "2"}, {"1"}, {"1", "2", "3"}},
                                .chains = {{1, 2, 3, 4, 5, 6}}});
    write_stan_csv(directory / "draws.csv", draws);
    auto const bytes = read_bytes(directory / "draws.csv");
    CHECK(bytes.find("\nscalar,cube.1.1.1,cube.2.1.1,cube.1.1.2,cube.2.1.2,cube.1.1.3,cube.2.1.3\n") != std::string::npos);
    CHECK(bytes.find("\n7,1,4,2,5,3,6\n") != std::string::npos);
    auto const again = read({directory / "draws.csv"});
    REQUIRE(again.parameters.size() == 2);
    CHECK(again.parameters[0].chains == draws.parameters[0].chains);
    CHECK(again.parameters[1].chains == draws.parameters[1].chains);
    CHECK(again.parameters[1].labels == draws.parameters[1].labels);
}
