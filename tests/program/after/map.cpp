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
    CHECK(said.find("Recommended: --kernel ") != std::string::npos);
    CHECK(said.find("separated") == std::string::npos);
    auto const written = read_bytes(directory / "map.csv");
    CHECK(written.starts_with("name,estimate,standard_error\n(intercept),"));
    CHECK(written.find("\nx,") != std::string::npos);
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
