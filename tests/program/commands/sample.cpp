#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.run;
import firefly.program.output;
import firefly.program.commands;

using namespace firefly::program;
using strings = std::vector<std::string>;

namespace {

std::filesystem::path write_table(temporary_directory const& directory) {
    std::string text = "y,x\n";
    for (int i = 0; i < 80; ++i) text += (i % 7 < 3 ? "no," : "yes,") + std::to_string(i % 10) + "\n";
    return directory.write("table.csv", text);
}

int run(strings const& arguments) {
    captured const output(stdout), errors(stderr);
    int const code = run_program(arguments);
    CAPTURE(errors.text());
    CHECK(code == 0);
    return code;
}

}  // namespace

TEST_CASE("a run leaves its draws and nothing else") {
    temporary_directory const directory;
    auto const name = [&](char const* file) { return (directory / file).string(); };
    auto const data = write_table(directory).string();
    run({"sample", "--data", data, "--target", "y", "--chains", "2", "--warmup", "20", "--draws", "40", "--output",
         name("draws.csv"), "--report", name("page.html"), "--quiet"});
    CHECK(read_draws({name("draws_1.csv"), name("draws_2.csv")}).length() == 40);
    CHECK(std::filesystem::exists(name("page.html")));
    CHECK_FALSE(std::filesystem::exists(name("draws.csv.checkpoint")));
    CHECK_FALSE(std::filesystem::exists(name("draws_1.csv.log")));
}

TEST_CASE("a run that goes on draws what a longer one would have drawn") {
    temporary_directory const directory;
    auto const name = [&](char const* file) { return (directory / file).string(); };
    auto const data = write_table(directory).string();
    strings const run_of{"sample", "--data", data, "--target", "y", "--chains", "1", "--warmup", "20", "--quiet"};
    auto const with = [&](strings more) {
        strings all = run_of;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    run(with({"--draws", "60", "--output", name("whole.csv")}));
    run(with({"--draws", "25", "--output", name("parts.csv"), "--checkpoint", name("run.checkpoint")}));
    run({"resume", name("run.checkpoint"), "--draws", "60"});
    CHECK(read_draws({name("parts.csv")}).parameters[0].chains == read_draws({name("whole.csv")}).parameters[0].chains);
    run({"resume", name("run.checkpoint"), "--finish"});
    CHECK(read_draws({name("parts.csv")}).length() == 60);

    captured const errors(stderr), output(stdout);
    CHECK(run_program({"resume", name("run.checkpoint"), "--draws", "30"}) == 2);
    CHECK(errors.text() == "firefly: --draws 30: the run has 60 already; ask for more, or use --finish\n");
}

TEST_CASE("a run whose data have changed does not go on") {
    temporary_directory const directory;
    auto const name = [&](char const* file) { return (directory / file).string(); };
    auto const data = write_table(directory).string();
    run({"sample", "--data", data, "--target", "y", "--chains", "1", "--draws", "25", "--quiet", "--checkpoint",
         name("run.checkpoint")});
    directory.write("table.csv", read_bytes(data) + "no,3\n");
    captured const errors(stderr), output(stdout);
    CHECK(run_program({"resume", name("run.checkpoint"), "--draws", "60"}) == 2);
    CHECK(errors.text() == "firefly: " + data + ": the data have changed since " + name("run.checkpoint") +
                               " was written; resume needs them as they were\n");
}

TEST_CASE("a checkpoint with a state that cannot be gone on from is refused by its name, and the logs stay as they are") {
    temporary_directory const directory;
    auto const name = [&](char const* file) { return (directory / file).string(); };
    auto const data = write_table(directory).string();
    run({"sample", "--data", data, "--target", "y", "--chains", "2", "--draws", "25", "--quiet", "--output", name("draws.csv"),
         "--checkpoint", name("run.checkpoint")});
    auto const log = read_bytes(name("draws_1.csv.log"));
    auto const refusal = [&](auto change) {
        checkpoint changed = read_checkpoint(name("run.checkpoint"));
        change(changed);
        write_checkpoint(name("changed.checkpoint"), changed);
        captured const errors(stderr), output(stdout);
        CHECK(run_program({"resume", name("changed.checkpoint"), "--draws", "60"}) == 2);
        CHECK(read_bytes(name("draws_1.csv.log")) == log);
        return errors.text();
    };
    std::string const file = "firefly: " + name("changed.checkpoint");
    CHECK(refusal([](checkpoint& c) { c.chains[1].state.pop_back(); }) ==
          file + ": the saved state is damaged, or that of another kind of chain; use another copy, or run again\n");
    CHECK(refusal([](checkpoint& c) { c.chains.pop_back(); }) ==
          file + ": is damaged: it holds 1 chains of 2; use another copy, or run again\n");
    CHECK(refusal([](checkpoint& c) { c.chains[0].result.kept = 99; }) ==
          file + ": is damaged: saved bytes hold numbers that cannot be; use another copy, or run again\n");
}

TEST_CASE("draws of a formula say what it learned, so that new rows are predicted with the same columns") {
    temporary_directory const directory;
    auto const name = [&](char const* file) { return (directory / file).string(); };
    std::string text = "visits,hour,region,years\n";
    for (int i = 0; i < 120; ++i)
        text += std::to_string((i * 7) % 5) + "," + std::to_string(i % 24) +
                (i % 3 == 0   ? ",north,"
                 : i % 3 == 1 ? ",south,"
                              : ",west,") +
                std::to_string(1 + i % 4) + "\n";
    auto const data = directory.write("visits.csv", text).string();
    run({"sample", "--model", "poisson", "--data", data, "--formula",
         "visits ~ bs(hour, df=4) + scale(hour):region + offset(log(years))", "--chains", "1", "--warmup", "20", "--draws", "30",
         "--output", name("draws.csv"), "--quiet"});
    auto const draws = read_draws({name("draws.csv")});
    CHECK(draws.parameters.front().labels.back() == strings{"(intercept)", "bs(hour, df=4)[1]", "bs(hour, df=4)[2]",
                                                            "bs(hour, df=4)[3]", "bs(hour, df=4)[4]", "scale(hour):region[north]",
                                                            "scale(hour):region[south]", "scale(hour):region[west]"});
    // A row alone is predicted as among all others.
    run({"predict", name("draws.csv"), "--data", data, "--output", name("all.csv")});
    auto const one = directory.write("one.csv", "years,region,hour\n2,west,5\n").string();
    run({"predict", name("draws.csv"), "--data", one, "--output", name("one_predicted.csv")});
    std::string const all = read_bytes(name("all.csv")), alone = read_bytes(name("one_predicted.csv"));
    CHECK(all.find(alone.substr(alone.find('\n') + 1)) != std::string::npos);

    captured const output(stdout), errors(stderr);
    auto const unseen = directory.write("unseen.csv", "years,region,hour\n2,east,5\n").string();
    CHECK(run_program({"predict", name("draws.csv"), "--data", unseen}) == 2);
    CHECK(errors.text().find("\"east\", which is none of the known levels") != std::string::npos);
    CHECK(run_program({"predict", name("draws.csv"), "--data", unseen, "--unseen", "reference"}) == 0);
    auto const beyond = directory.write("beyond.csv", "years,region,hour\n2,west,24\n").string();
    CHECK(run_program({"predict", name("draws.csv"), "--data", beyond}) == 2);
    CHECK(errors.text().find("row 1: 24 lies beyond the numbers that were fitted") != std::string::npos);
}

TEST_CASE("the caret of a wrong formula stands under its place") {
    captured const output(stdout), errors(stderr);
    CHECK(run_program({"sample", "--data", "none.csv", "--formula", "y ~ x + + * z"}) == 2);
    CHECK(errors.text() == "firefly: y ~ x + + * z\n                   ^ \"*\" has no place here\n");
}
