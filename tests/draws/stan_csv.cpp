#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.tables;

namespace fs = std::filesystem;
using firefly::stan_csv_header;
using firefly::stan_csv_writer;

namespace {

firefly::draw make_draw(double a, double b, bool warm_up = false) {
    firefly::draw result;
    result.theta = firefly::to_vector(std::vector{a, b});
    result.log_density = -12.5;
    result.acceptance = 0.25;
    result.step = warm_up ? 0.75 : 0.5;
    result.z = {.bright = 7, .queries = 5};
    result.theta_queries = 4;
    result.warm_up = warm_up;
    return result;
}

std::vector<std::string> lines_of(fs::path const& path) {
    std::istringstream in(read_bytes(path));
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// The value of `# key = value`, as readers find it.
std::string comment(fs::path const& path, std::string const& key) {
    for (auto const& line : lines_of(path)) {
        auto const found = line.find(" " + key + " = ");
        if (!line.starts_with("#") || found == std::string::npos) continue;
        auto const value = line.substr(found + key.size() + 4);
        return value.substr(0, value.find_last_not_of(' ') + 1);
    }
    return "none";
}

}  // namespace

TEST_CASE("draws are written as CmdStan writes them") {
    temporary_directory const directory;
    auto const path = directory / "draws.csv";
    stan_csv_header const header{
        .model = "logistic", .engine = "mala", .warm_up = 1, .draws = 2, .save_warm_up = true, .chain = 3, .seed = 9};
    stan_csv_writer writer(path, header, firefly::stan_names("beta", 2));
    writer.append(make_draw(0.1, -1, true));
    writer.end_of_warm_up(0.5);
    writer.append(make_draw(1e-300, 1.0 / 3));
    writer.append(make_draw(2, 3));
    writer.finish(1.5, 2);
    CHECK(lines_of(path) == std::vector<std::string>{
                                "# model = logistic",
                                "# method = sample",
                                "#   sample",
                                "#     num_samples = 2                   ",
                                "#     num_warmup = 1                   ",
                                "#     save_warmup = true",
                                "#     thin = 1",
                                "#     algorithm = flymc",
                                "#       flymc",
                                "#         engine = mala",
                                "#           max_depth = 10",
                                "#         metric = unit_e",
                                "# id = 3",
                                "# random",
                                "#   seed = 9",
                                "lp__,accept_stat__,stepsize__,treedepth__,divergent__,n_bright__,n_lik__,beta.1,beta.2",
                                "-12.5,0.25,0.75,0,0,7,9,0.1,-1",
                                "# Adaptation terminated",
                                "# Step size = 0.5",
                                "-12.5,0.25,0.5,0,0,7,9,1e-300,0.3333333333333333",
                                "-12.5,0.25,0.5,0,0,7,9,2,3",
                                "# ",
                                "#  Elapsed Time: 1.500 seconds (Warm-up)",
                                "#                2.000 seconds (Sampling)",
                                "#                3.500 seconds (Total)",
                                "# ",
                            });
}

TEST_CASE("numbers are written so that they read back to the same double") {
    temporary_directory const directory;
    auto const path = directory / "draws.csv";
    firefly::random_source random({.seed = 3, .use = firefly::purpose::data});
    std::vector<double> values(2000);
    random.normals(values);
    stan_csv_writer writer(path, {.draws = 1000}, firefly::stan_names("beta", 2));
    writer.end_of_warm_up(1);
    for (std::size_t i = 0; i < values.size(); i += 2) writer.append(make_draw(values[i], values[i + 1]));
    writer.finish(0, 0);

    std::vector<double> read;
    for (auto const& line : lines_of(path)) {
        if (!line.starts_with("-12.5,")) continue;
        auto const comma = line.rfind(',');
        read.push_back(std::strtod(line.c_str() + line.rfind(',', comma - 1) + 1, nullptr));
        read.push_back(std::strtod(line.c_str() + comma + 1, nullptr));
    }
    CHECK(read == values);
}

TEST_CASE("draws of warm-up are passed over unless they are kept") {
    temporary_directory const directory;
    auto const path = directory / "draws.csv";
    stan_csv_writer writer(path, {.warm_up = 100, .draws = 1}, firefly::stan_names("beta", 2));
    writer.append(make_draw(77, 77, true));
    writer.end_of_warm_up(1);
    writer.append(make_draw(1, 2));
    writer.finish(0, 0);
    CHECK(read_bytes(path).find("77,77") == std::string::npos);
    CHECK(comment(path, "save_warmup") == "false");
    CHECK(comment(path, "num_warmup") == "100");
    CHECK(comment(path, "num_samples") == "1");
}

TEST_CASE("a run that stops early says how many draws there are") {
    temporary_directory const directory;
    auto const path = directory / "draws.csv";
    stan_csv_writer writer(path, {.warm_up = 10, .draws = 1000, .thin = 5, .save_warm_up = true}, firefly::stan_names("beta", 2));
    writer.append(make_draw(0, 0, true));
    writer.append(make_draw(0, 0, true));
    writer.end_of_warm_up(1);
    for (int i = 0; i < 3; ++i) writer.append(make_draw(1, 2));
    writer.finish(0, 0);
    CHECK(comment(path, "num_samples") == "15");  // three rows, every fifth iteration
    CHECK(comment(path, "num_warmup") == "10");   // as promised
}

TEST_CASE("a run that stops during warm-up leaves a file that can be read") {
    temporary_directory const directory;
    auto const path = directory / "draws.csv";
    stan_csv_writer writer(path, {.warm_up = 10, .draws = 10, .save_warm_up = true}, firefly::stan_names("beta", 2));
    writer.append(make_draw(0, 0, true));
    writer.finish(0, 0);
    CHECK(comment(path, "num_samples") == "0");
    CHECK(comment(path, "num_warmup") == "1");
    CHECK(read_bytes(path).find("# Adaptation terminated\n# Step size = 0.75\n") != std::string::npos);
}

TEST_CASE("draws are under their final name only when the file is complete") {
    temporary_directory const directory;
    auto const path = directory / "draws.csv";
    {
        stan_csv_writer writer(path, {.draws = 1000}, firefly::stan_names("beta", 2));
        writer.end_of_warm_up(1);
        writer.append(make_draw(1, 2));
        writer.flush();
        CHECK(read_bytes(directory / "draws.csv.partial").ends_with(",1,2\n"));
        writer.append(make_draw(3, 4));
    }
    CHECK_FALSE(fs::exists(path));
    CHECK(read_bytes(directory / "draws.csv.partial").ends_with(",3,4\n"));
}

TEST_CASE("a writer that is used out of order says so") {
    temporary_directory const directory;
    auto const refusal = [&](auto use) {
        stan_csv_writer writer(directory / "draws.csv", {.draws = 1}, firefly::stan_names("beta", 2));
        return complaint<firefly::invalid_argument>([&] { use(writer); });
    };
    CHECK(refusal([](auto& writer) { writer.append(make_draw(1, 2)); }) ==
          "stan_csv_writer: a draw before end_of_warm_up; call it between warm-up and the draws");
    CHECK(refusal([](auto& writer) {
              writer.end_of_warm_up(1);
              writer.append(make_draw(1, 2, true));
          }) == "stan_csv_writer: a draw of warm-up after end_of_warm_up; call it between warm-up and the draws");
    CHECK(refusal([](auto& writer) {
              writer.end_of_warm_up(1);
              writer.end_of_warm_up(1);
          }) == "stan_csv_writer: end_of_warm_up twice; call it once");
    CHECK(refusal([](auto& writer) { writer.append({}); }) ==
          "stan_csv_writer: a draw of 0 elements for 2 columns; name each element");
    CHECK(complaint<firefly::invalid_argument>([&] { stan_csv_writer(directory / "x.csv", {.thin = 0}, {}); }) ==
          "stan_csv_writer: thin must be positive, got 0");
}

TEST_CASE("a directory that does not exist is reported when the writer is made") {
    temporary_directory const directory;
    CHECK(complaint<firefly::output_error>([&] { stan_csv_writer(directory / "none/draws.csv", {}, {}); }) ==
          "none/draws.csv.partial: cannot be created: No such file or directory");
}

TEST_CASE("several chains write to numbered files") {
    CHECK(firefly::chain_paths("out/draws.csv", 1) == std::vector<fs::path>{"out/draws.csv"});
    CHECK(firefly::chain_paths("out/draws.csv", 2) == std::vector<fs::path>{"out/draws_1.csv", "out/draws_2.csv"});
    CHECK(firefly::chain_paths("draws", 2) == std::vector<fs::path>{"draws_1", "draws_2"});
}
