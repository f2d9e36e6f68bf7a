#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;
import firefly.program.after;

using namespace firefly::program;

TEST_CASE("the maximum is printed with standard errors and a forecast, and written") {
    temporary_directory const directory;
    processes const alone;
    std::string text = "y,x\n";
    for (int i = 0; i < 80; ++i) text += (i % 7 < 3 ? "0," : "1,") + std::to_string(i % 10) + "\n";
    map_options options;
    options.model.data = directory.write("table.csv", text).string();
    options.model.target = "y";
    options.output = (directory / "map.csv").string();
    captured const output(stdout);
    find_mode(options, alone);
    auto const said = output.text();
    CHECK(said.find("estimate  standard error") != std::string::npos);
    CHECK(said.find("Log posterior at the maximum, up to a constant: ") != std::string::npos);
    CHECK(said.find("`firefly sample` chooses: --algorithm ") != std::string::npos);
    CHECK(said.find("separated") == std::string::npos);
    auto const written = read_bytes(directory / "map.csv");
    CHECK(written.starts_with("name,estimate,standard_error\n(intercept),"));
    CHECK(written.find("\nx,") != std::string::npos);
}

TEST_CASE("learned scales are held at likely values, which are said") {
    temporary_directory const directory;
    processes const alone;
    std::string text = "y,x,g\n";
    for (int i = 0; i < 400; ++i)
        text += std::to_string(3 * (i % 20) + i % 7 - 31) + "," + std::to_string(i % 11) + ",g" + std::to_string(i % 20) + "\n";
    map_options options;
    options.model.model = model_kind::gaussian;
    options.model.data = directory.write("table.csv", text).string();
    options.model.formula = "y ~ x + (1 | g)";
    options.output = (directory / "map.csv").string();
    captured const output(stdout);
    find_mode(options, alone);
    // Levels are 3 apart: their standard deviation is 3 √33.25 = 17.3, with noise of 2.
    auto const said = output.text();
    auto const at = said.find("sd_g is held at 17.");
    REQUIRE(at != std::string::npos);
    CHECK(said.find(" here, a likely value: `sample` draws it with the others.\n", at) != std::string::npos);
    auto const written = read_bytes(directory / "map.csv");
    CHECK(written.find("\ng[g19],") != std::string::npos);
    CHECK(written.find("sd_g") == std::string::npos);
}

TEST_CASE("separated classes are warned of") {
    temporary_directory const directory;
    processes const alone;
    map_options options;
    options.model.data = directory.write("table.csv", "y,x\n0,1\n0,2\n0,3\n1,11\n1,12\n1,14\n").string();
    options.model.target = "y";
    captured const output(stdout);
    find_mode(options, alone);
    CHECK(output.text().find("Warning: the classes are separated: at the maximum every row has its own class as the more probable "
                             "one. The prior alone keeps the estimates finite.") != std::string::npos);
}
