/// White box: a unit of the module, since nobody else asks where a run has its files.
module;
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

module firefly.program.commands;

import firefly;
import firefly.program.input;
import firefly.program.run;

using namespace firefly;
using namespace firefly::program;
namespace fs = std::filesystem;

TEST_CASE("logs and checkpoint are beside the output, or beside the checkpoint") {
    sample_options options;
    CHECK(base_name(options) == "");
    options.output = "draws.nc";
    options.run.chains = 2;
    CHECK(base_name(options) == "draws.nc");
    CHECK(checkpoint_path(options) == "draws.nc.checkpoint");
    CHECK(log_paths(options) == std::vector<fs::path>{"draws_1.nc.log", "draws_2.nc.log"});
    options.checkpoint = "run.checkpoint";
    CHECK(checkpoint_path(options) == "run.checkpoint");
    options.output = "";
    CHECK(base_name(options) == "run.checkpoint");
}

TEST_CASE("logs are opened anew, and with the records that a checkpoint knows of") {
    temporary_directory const directory;
    sample_options options;
    options.output = (directory / "draws.csv").string();
    options.run.chains = 2;
    run_description description;
    description.names = {"a"};
    {
        auto logs = open_logs(options, description, {}, [](std::size_t chain) { return chain == 0; });
        CHECK(logs.is_mine(0));
        CHECK_FALSE(logs.is_mine(1));
        for (double const x : {1.0, 2.0, 3.0}) {
            draw current;
            current.theta = to_vector(std::vector{x});
            logs[0].append(current);
        }
        logs[0].flush();
    }
    auto logs = open_logs(options, description, {2, 0}, [](std::size_t chain) { return chain == 0; });
    CHECK(logs.read(0).size() == 2);
    description.fingerprint = 1;
    CHECK_THROWS_AS(open_logs(options, description, {2, 0}, [](std::size_t chain) { return chain == 0; }), error);
    options.output = (directory / "none" / "draws.csv").string();
    CHECK_THROWS_AS(open_logs(options, description, {}, [](std::size_t) { return true; }), invalid_argument);
}

TEST_CASE("no output is in the way of the data, of another, or of a file that is no checkpoint") {
    temporary_directory const directory;
    processes const alone;
    sample_options options;
    options.data = directory.write("data.csv", "y,x\n").string();
    options.run.chains = 1;
    auto const refusal = [&] { return complaint<invalid_argument>([&] { check_names(options, alone); }); };
    options.output = (directory / "draws.csv").string();
    check_names(options, alone);
    options.output = options.data;
    CHECK(refusal() == "data.csv: holds the data; give the output another name");
    options.output = (directory / "draws.csv").string();
    options.report = options.output;
    CHECK(refusal() == "draws.csv: two outputs of one name; give each its own");
    options.report = "";
    options.checkpoint = directory.write("notes.txt", "to do").string();
    CHECK(refusal() == "notes.txt: there is something else of that name; give it another");
}
