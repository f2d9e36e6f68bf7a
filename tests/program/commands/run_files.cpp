/// White box: a unit of the module, since nobody else asks where a run has its files.
module;
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "support/captured.hpp"
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
    description.parameters = {{.name = "a"}};
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
    CHECK_THROWS_AS(open_logs(options, description, {}, [](std::size_t) { return true; }), output_error);
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
}

TEST_CASE("what cannot be written is told before the data are read, and nothing is made or changed") {
    temporary_directory const directory;
    processes const alone;
    sample_options options;
    options.run.chains = 2;
    auto const refusal = [&] { return complaint<invalid_argument>([&] { check_places(options, alone); }); };
    auto const path = [&](char const* name) { return (directory / name).string(); };
    options.output = path("draws.csv");
    options.report = path("report.html");
    check_places(options, alone);
    CHECK(fs::is_empty(directory / "."));
    options.report = path("none/report.html");
    CHECK(refusal().starts_with("none/report.html: cannot be created in the folder "));
    options.report = "";
    options.output = path("none/draws.csv");
    CHECK(refusal().starts_with("none/draws_1.csv: cannot be created in the folder "));
    options.output = path("draws.csv");
    options.checkpoint = path("none/run.checkpoint");
    CHECK(refusal().starts_with("none/run.checkpoint: cannot be created in the folder "));

    std::string const something_else =
        ": is needed for the checkpoint, but is something else; move it, or give another name (--checkpoint)";
    options.checkpoint = directory.write("notes.txt", "to do").string();
    CHECK(refusal() == "notes.txt" + something_else);
    options.checkpoint = "";
    directory.write("draws.csv.checkpoint", "to do");
    CHECK(refusal() == "draws.csv.checkpoint" + something_else);
    fs::remove(directory / "draws.csv.checkpoint");
    REQUIRE(::mkfifo((directory / "draws.csv.checkpoint").c_str(), 0600) == 0);
    CHECK(refusal() == "draws.csv.checkpoint" + something_else);  // and does not wait for somebody to write
    fs::remove(directory / "draws.csv.checkpoint");
    directory.write("draws_2.csv.log", "to do");
    CHECK(refusal() == "draws_2.csv.log: is needed for a log, but is something else; move it, or give the output another name");
    CHECK(read_bytes(directory / "draws_2.csv.log") == "to do");
}

TEST_CASE("a disk that cannot hold what will be drawn is told") {
    temporary_directory const directory;
    captured const errors(stderr);
    sample_options options;
    options.output = (directory / "draws.nc").string();
    check_space_for_all(options, 10);
    CHECK(errors.text() == "");
    options.run.draws = 1'000'000'000'000'000;
    check_space(options, 10);
    CHECK(errors.text() == "");        // the number of parameters is a guess yet: nothing is said before it is known
    check_space_for_all(options, 10);  // somebody may stop it in time
    CHECK(errors.text().starts_with("firefly: warning: 1000000000000000 draws from 4 chains take about "));
    CHECK(errors.text().ends_with("; keep fewer of them (--thin), or stop the run in time (--max-time)\n"));
    auto const said = errors.text().size();
    options.run.max_seconds = 60;
    check_space_for_all(options, 10);
    CHECK(errors.text().size() == said);
    auto const words = complaint<invalid_argument>([&] { check_space(options, 1'000'000'000'000); });
    CHECK(words.ends_with(" left; make room, or give --output on another disk"));
}

TEST_CASE("what cannot be removed is told in one line") {
    temporary_directory const directory;
    sample_options options;
    options.output = (directory / "draws.nc").string();
    options.run.chains = 1;
    run_description const description{.parameters = {{.name = "a"}, {.name = "b"}}};
    auto logs = open_logs(options, description, {}, [](std::size_t) { return true; });
    fs::create_directories(checkpoint_path(options));  // a directory cannot be unlinked, not even by root
    CHECK(complaint<output_error>([&] { remove_run(options, logs); }) == "draws.nc.checkpoint: cannot be removed: Is a directory");
    CHECK(fs::exists(log_paths(options)[0]));  // the logs stay as long as a checkpoint speaks of them
    fs::remove(checkpoint_path(options));
    remove_run(options, logs);
    CHECK_FALSE(fs::exists(log_paths(options)[0]));
}
