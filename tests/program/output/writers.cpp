#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

#include "support/some_run.hpp"

import firefly.netcdf;
import firefly.program.input;
import firefly.program.output;

namespace fs = std::filesystem;
using namespace firefly;
using namespace firefly::program;

namespace {

sample_options options_for(fs::path const& output, std::size_t chains = 2) {
    sample_options options;
    options.output = output.string();
    options.run.chains = chains;
    options.run.draws = 4;
    options.run.save_warm_up = true;
    return options;
}

}  // namespace

TEST_CASE("the name of an output says its format and its files") {
    CHECK(output_paths(options_for("")).empty());
    CHECK(output_paths(options_for("draws.NC")) == std::vector<fs::path>{"draws.NC"});
    CHECK(output_paths(options_for("draws.csv")) == std::vector<fs::path>{"draws_1.csv", "draws_2.csv"});
    CHECK(output_paths(options_for("draws.csv", 1)) == std::vector<fs::path>{"draws.csv"});
    check_output(options_for(""));
    check_output(options_for("draws.csv"));
    CHECK(complaint<invalid_argument>([] { check_output(options_for("draws.txt")); }) ==
          "--output draws.txt: cannot tell the format from the name; use one that ends in .csv or .nc");
}

TEST_CASE("how much an output takes is known roughly before it is written") {
    temporary_directory const directory;
    constexpr std::size_t draws = 1000;
    auto logs = logs_of_run({draws});
    for (std::string const name : {"draws.csv", "draws.nc"}) {
        auto const options = options_for(directory / name, 1);
        write_output(options, description_of_run(), results_of_run(1), logs, {{}});
        double const written = static_cast<double>(fs::file_size(directory / name));
        double const expected = output_bytes(options, draws, 4);
        CHECK(written > 0.2 * expected);          // of numbers as short as these
        CHECK(written < 3 * expected + 100'000);  // netCDF's groups take some tens of kilobytes, whatever is in them
    }
    CHECK(output_bytes(options_for("", 1), draws, 3) == 0);
}

TEST_CASE("the same logs give the same draws, statistics, warm-up, times and facts in both formats") {
    temporary_directory const directory;
    auto logs = logs_of_run({4, 4});
    std::vector<fact_list> const ends{{{"brightest", "1:0.5"}}, {{"brightest", "2:0.25"}}};
    for (auto const* const name : {"draws.csv", "draws.nc"})
        write_output(options_for(directory / name), description_of_run(), results_of_run(2), logs, ends);
    auto const csv = read_stan_csv(output_paths(options_for(directory / "draws.csv")));
    auto const netcdf = read_netcdf(directory / "draws.nc");
    REQUIRE(csv.statistics.size() == statistic_count);
    REQUIRE(netcdf.statistics.size() == statistic_count);
    for (std::size_t i = 0; i < statistic_count; ++i) {
        CHECK(csv.statistics[i].name == netcdf.statistics[i].name);
        CHECK(csv.statistics[i].chains == netcdf.statistics[i].chains);
        CHECK(csv.statistics[i].warm_up == netcdf.statistics[i].warm_up);
    }
    CHECK(csv.parameters[0].chains == netcdf.parameters[0].chains);
    CHECK(csv.parameters[0].warm_up == netcdf.parameters[0].warm_up);
    CHECK(csv.parameters[0].labels == netcdf.parameters[0].labels);
    CHECK(csv.warm_up_length() == 2);
    CHECK(csv.sampling_seconds == netcdf.sampling_seconds);
    CHECK(csv.warm_up_seconds == netcdf.warm_up_seconds);
    for (auto const* const key : {"model", "algorithm", "kernel", "seed", "rows", "brightest"})
        CHECK(find_fact(csv.facts, key) == find_fact(netcdf.facts, key));
    CHECK(find_fact(csv.facts, "brightest") == "1:0.5 | 2:0.25");
    CHECK(find_fact(netcdf.facts, "hash") == "00000000000000ff");
}

TEST_CASE("chains of different lengths keep them in Stan CSV, and one without a draw leaves nothing") {
    temporary_directory const directory;
    auto logs = logs_of_run({4, 0, 3});
    auto const options = options_for(directory / "draws.csv", 3);
    write_output(options, description_of_run(), results_of_run(3), logs, {{}, {}, {}});
    auto const read = [&](std::size_t chain) { return read_stan_csv(std::vector{output_paths(options)[chain]}); };
    CHECK(read(0).length() == 4);
    CHECK(read(2).length() == 3);
    CHECK_FALSE(fs::exists(output_paths(options)[1]));
    CHECK(read_bytes(output_paths(options)[2]).find("# id = 3\n") != std::string::npos);
    auto empty = logs_of_run({0});
    write_output(options_for(directory / "none.nc", 1), description_of_run(), results_of_run(1), empty, {{}});
    CHECK_FALSE(fs::exists(directory / "none.nc"));
    write_output(options_for("", 1), description_of_run(), results_of_run(1), empty, {{}});
}

TEST_CASE("an output that cannot be finished leaves nothing: the log has the draws") {
    temporary_directory const directory;
    auto logs = logs_of_run({2});
    for (std::string const name : {"draws.csv", "draws.nc"}) {
        fs::create_symlink("/dev/full", directory / (name + ".partial"));  // Linux: every write to it finds the disk full
        CHECK(complaint<output_error>([&] {
                  write_output(options_for(directory / name, 1), description_of_run(), results_of_run(1), logs, {{}});
              }) == name + ".partial: cannot be written: No space left on device");
        CHECK_FALSE(fs::exists(directory / name));
        CHECK_FALSE(fs::exists(fs::symlink_status(directory / (name + ".partial"))));
    }
    CHECK(logs.read(0).size() == 4);
}
