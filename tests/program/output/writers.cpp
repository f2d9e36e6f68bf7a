#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;
import firefly.program.run;
import firefly.program.output;

using namespace firefly;
using namespace firefly::program;

namespace {

run_description const description{.rows = 9,
                                  .names = {"(intercept)", "x"},
                                  .columns = {"(intercept)", "x"},
                                  .target = "y",
                                  .kernel = "mala",
                                  .updater = "implicit",
                                  .metadata = {{"model", "logistic"}, {"kernel", "mala"}}};

draw draw_of(std::size_t i) {
    draw current;
    current.theta = to_vector(std::vector{static_cast<double>(i), 0.5});
    return current;
}

}  // namespace

TEST_CASE("a name tells the format, or is refused") {
    sample_options options;
    check_output(options);
    for (char const* const name : {"draws.csv", "draws.NC"}) {
        options.output = name;
        check_output(options);
    }
    options.output = "draws.txt";
    CHECK(complaint<invalid_argument>([&] { check_output(options); }) ==
          "--output draws.txt: cannot tell the format from the name; use one that ends in .csv or .nc");
}

TEST_CASE("draws that were logged are in the files when the run has finished, in both formats") {
    for (std::string const name : {"draws.csv", "draws.nc"}) {
        CAPTURE(name);
        temporary_directory const directory;
        sample_options options;
        options.output = (directory / name).string();
        options.run.chains = 1;
        run_logs logs(1, 2);
        logs[0].append(draw_of(1));
        auto const files = open_output(options, description, logs);
        auto const append = files->append();
        for (std::size_t i = 2; i < 5; ++i) {
            logs[0].append(draw_of(i));
            if (!append.empty()) append[0](draw_of(i));
        }
        REQUIRE(files->paths().size() == 1);
        CHECK_FALSE(std::filesystem::exists(files->paths()[0]));
        files->finish({{.kept = 4, .seconds = 2}}, logs, {{{"brightest", "3:1"}}});
        auto const got = read_draws({files->paths()[0].string()});
        CHECK(got.length() == 4);
        CHECK(got.parameters[0].chains[0] == std::vector<double>{1, 0.5, 2, 0.5, 3, 0.5, 4, 0.5});
        CHECK(find_fact(got.facts, "kernel") == "mala");
        CHECK(find_fact(got.facts, "brightest") == "3:1");
        CHECK(got.sampling_seconds == std::vector<double>{2});
    }
}

TEST_CASE("what is discarded leaves nothing, and without a name nothing is written") {
    temporary_directory const directory;
    sample_options options;
    options.run.chains = 1;
    run_logs logs(1, 2);
    CHECK(open_output(options, description, logs)->paths().empty());
    options.output = (directory / "draws.csv").string();
    open_output(options, description, logs)->discard();
    CHECK(std::filesystem::is_empty(directory / ""));
    options.output = (directory / "none" / "draws.csv").string();
    CHECK_THROWS_AS(open_output(options, description, logs), invalid_argument);
}
