#include <doctest/doctest.h>

#include <cstddef>
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

/// What the elements of all parameters are called in a file with these columns.
std::vector<std::string> elements_of(std::string const& columns) {
    temporary_directory const directory;
    std::string row = "1";
    for (char const c : columns) row += c == ',' ? ",1" : "";
    std::vector<std::string> names;
    for (auto const& variable : read({directory.write("draws.csv", columns + "\n" + row + "\n")}).parameters)
        for (std::size_t i = 0; i < variable.size(); ++i) names.push_back(variable.element_name(i));
    return names;
}

}  // namespace

TEST_CASE("a name whose dots are not followed by a number each is that of no element") {
    CHECK(elements_of("a.1x,b.1.,c..1,d.0,e.x,f.99999999999999999999999,g.-1,h.1.x,.1.1") ==
          std::vector<std::string>{"a.1x", "b.1.", "c..1", "d.0", "e.x", "f.99999999999999999999999", "g.-1", "h.1.x", ".1.1"});
}

TEST_CASE("an array ends where a column has another name or another number of indices") {
    using names = std::vector<std::string>;
    CHECK(elements_of("a.1,b.1,b.2") == names{"a[1]", "b[1]", "b[2]"});
    CHECK(elements_of("a.1,mu") == names{"a[1]", "mu"});
    CHECK(elements_of("mu,a.1") == names{"mu", "a[1]"});
    CHECK(elements_of("a.1.1,a.1,a.2") == names{"a[1,1]", "a[1]", "a[2]"});
    CHECK(elements_of("a.1,a.2,b.1.1,b.2.1") == names{"a[1]", "a[2]", "b[1,1]", "b[2,1]"});
    CHECK(elements_of("mu,mu") == names{"mu", "mu"});
}

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
