#include <doctest/doctest.h>

#include <cstddef>
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
    result.z = {.bright = 7, .brightened = 2, .darkened = 1, .queries = 5};
    result.theta_queries = 4;
    result.warm_up = warm_up;
    return result;
}

/// Two elements without names.
std::vector<firefly::stored_variable> beta() {
    return {{.name = "beta", .dimensions = {"beta_dim_0"}, .labels = {{"1", "2"}}}};
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
    stan_csv_writer writer(path, header, beta());
    writer.append(make_draw(0.1, -1, true));
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
                                "lp__,accept_stat__,stepsize__,treedepth__,divergent__,n_bright__,n_lik__,n_flips__,beta.1,beta.2",
                                "-12.5,0.25,0.75,0,0,7,9,3,0.1,-1",
                                "# Adaptation terminated",
                                "# Step size = 0.5",
                                "-12.5,0.25,0.5,0,0,7,9,3,1e-300,0.3333333333333333",
                                "-12.5,0.25,0.5,0,0,7,9,3,2,3",
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
    stan_csv_writer writer(path, {.draws = 1000}, beta());
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
    stan_csv_writer writer(path, {.warm_up = 100, .draws = 1}, beta());
    writer.append(make_draw(77, 77, true));
    writer.append(make_draw(1, 2));
    writer.finish(0, 0);
    CHECK(read_bytes(path).find("77,77") == std::string::npos);
    CHECK(comment(path, "save_warmup") == "false");
    CHECK(comment(path, "num_warmup") == "100");
    CHECK(comment(path, "num_samples") == "1");
}

TEST_CASE("draws that are discarded leave no file") {
    temporary_directory const directory;
    stan_csv_writer writer(directory / "draws.csv", {}, beta());
    writer.append(make_draw(1, 2));
    writer.discard();
    CHECK_FALSE(fs::exists(directory / "draws.csv"));
    CHECK_FALSE(fs::exists(directory / "draws.csv.partial"));
}

TEST_CASE("a run that stops early says how many draws there are") {
    temporary_directory const directory;
    auto const path = directory / "draws.csv";
    stan_csv_writer writer(path, {.warm_up = 10, .draws = 1000, .thin = 5, .save_warm_up = true}, beta());
    writer.append(make_draw(0, 0, true));
    writer.append(make_draw(0, 0, true));
    for (int i = 0; i < 3; ++i) writer.append(make_draw(1, 2));
    writer.finish(0, 0);
    CHECK(comment(path, "num_samples") == "15");  // three rows, every fifth iteration
    CHECK(comment(path, "num_warmup") == "10");   // as promised
}

TEST_CASE("a run that does all it promised says so, also where thinning leaves a remainder or more than there is") {
    temporary_directory const directory;
    auto const path = directory / "draws.csv";
    for (std::size_t const promised : {1, 3, 5, 7, 10, 11})
        for (std::size_t const missing : {0, 1}) {
            CAPTURE(promised);
            CAPTURE(missing);
            std::size_t const rows = (promised + 4) / 5 - missing;
            stan_csv_writer writer(path, {.warm_up = promised, .draws = promised, .thin = 5, .save_warm_up = true}, beta());
            for (bool const warm_up : {true, false})
                for (std::size_t i = 0; i < rows; ++i) writer.append(make_draw(1, 2, warm_up));
            writer.finish(0, 0);
            std::string const said = std::to_string(missing == 0 ? promised : 5 * rows);
            CHECK(comment(path, "num_samples") == said);
            CHECK(comment(path, "num_warmup") == said);
        }
}

TEST_CASE("a run that stops during warm-up leaves a file that can be read") {
    temporary_directory const directory;
    auto const path = directory / "draws.csv";
    stan_csv_writer writer(path, {.warm_up = 10, .draws = 10, .save_warm_up = true}, beta());
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
        stan_csv_writer writer(path, {.draws = 1000}, beta());
        writer.append(make_draw(1, 2));
        writer.flush();
        CHECK(read_bytes(directory / "draws.csv.partial").ends_with(",1,2\n"));
        writer.append(make_draw(3, 4));
    }
    CHECK_FALSE(fs::exists(path));
    CHECK(read_bytes(directory / "draws.csv.partial").ends_with(",3,4\n"));
}

TEST_CASE("matrices are written in Stan's order, and their names as comments") {
    temporary_directory const directory;
    auto const path = directory / "draws.csv";
    firefly::draw draw = make_draw(0, 0);
    draw.theta = firefly::to_vector(std::vector<double>{11, 12, 13, 21, 22, 23});  // class after class
    stan_csv_writer writer(path, {.draws = 1}, {firefly::coefficients({"(intercept)", "x", "y"}, {"a", "b"})});
    writer.append(draw);
    writer.finish(0, 0);
    auto const bytes = read_bytes(path);
    CHECK(bytes.find("n_flips__,W.1.1,W.2.1,W.1.2,W.2.2,W.1.3,W.2.3\n") != std::string::npos);
    CHECK(bytes.find(",3,11,21,12,22,13,23\n") != std::string::npos);
    CHECK(comment(path, "firefly_class_2") == "b");
    CHECK(comment(path, "firefly_feature_1") == "(intercept)");
    CHECK(bytes.find("firefly_class_2") < bytes.find("firefly_feature_1"));
}

TEST_CASE("facts are written when they are known, before the draws or after them") {
    temporary_directory const directory;
    auto const path = directory / "draws.csv";
    stan_csv_writer writer(path, {.draws = 1, .facts = {{"rows", "100"}}}, beta());
    writer.append(make_draw(1, 2));
    writer.fact("outside_region", "0.5");
    writer.finish(0, 0);
    auto const bytes = read_bytes(path);
    CHECK(bytes.find("# firefly_rows = 100\nlp__,") != std::string::npos);
    CHECK(bytes.find(",1,2\n# firefly_outside_region = 0.5\n# \n#  Elapsed Time") != std::string::npos);
}

TEST_CASE("a header is made of the facts of a run") {
    auto const header = firefly::stan_header_of({{"model", "logistic"},
                                                 {"algorithm", "flymc"},
                                                 {"kernel", "mala"},
                                                 {"seed", "18446744073709551615"},
                                                 {"num_warmup", "100"},
                                                 {"thin", "5"}});
    CHECK(header.model == "logistic");
    CHECK(header.algorithm == "flymc");
    CHECK(header.engine == "mala");
    CHECK(header.seed == 18446744073709551615u);
    CHECK(header.warm_up == 100);
    CHECK(header.thin == 5);
    CHECK(header.facts.size() == 6);
    auto const unknown = firefly::stan_header_of({{"seed", "3 | 4"}});
    CHECK(unknown.model == "unknown");
    CHECK(unknown.seed == 0);
    CHECK(unknown.thin == 1);
}

TEST_CASE("a writer that is used out of order says so") {
    temporary_directory const directory;
    auto const refusal = [&](auto use) {
        stan_csv_writer writer(directory / "draws.csv", {.draws = 1}, beta());
        return complaint<firefly::invalid_argument>([&] { use(writer); });
    };
    CHECK(refusal([](auto& writer) {
              writer.append(make_draw(1, 2));
              writer.append(make_draw(1, 2, true));
          }) == "stan_csv_writer: a draw of warm-up after one that is not; append warm-up first");
    CHECK(refusal([](auto& writer) { writer.append({}); }) ==
          "stan_csv_writer: a draw of 0 elements and 8 statistics for 2 and 8 columns; name each");
    CHECK(refusal([](auto& writer) { writer.append({}, std::vector{1.0, 2.0}, false); }) ==
          "stan_csv_writer: a draw of 2 elements and 0 statistics for 2 and 8 columns; name each");
    CHECK(complaint<firefly::invalid_argument>([&] { stan_csv_writer(directory / "x.csv", {.thin = 0}, {}); }) ==
          "stan_csv_writer: thin must be positive, got 0");
}

TEST_CASE("draws that do not fit together are refused before there is a file") {
    temporary_directory const directory;
    firefly::stored_draws draws;
    draws.parameters.push_back({.name = "x", .chains = {{1, 2}, {3}}});
    CHECK_THROWS_WITH_AS(firefly::write_stan_csv(directory / "draws.csv", draws),
                         "stored_draws: x must have 2 numbers in chain 2, 1 for each of 2 draws, got 1", firefly::invalid_argument);
    CHECK(fs::is_empty(directory / ""));
}

TEST_CASE("stored draws are written with what is known of them, and nothing is made up") {
    temporary_directory const directory;
    firefly::stored_draws draws;
    draws.parameters.push_back({.name = "x", .chains = {{1, 2}, {3, 4}}});
    for (std::string const name : {"n_bright__", "n_lik__", "n_flips__"})
        draws.statistics.push_back({.name = name, .chains = {{5, 6}, {7, 8}}});  // no lp__ that would be the first
    draws.facts = {{"thin", "3"}};
    firefly::write_stan_csv(directory / "draws.csv", draws);
    auto const path = directory / "draws_2.csv";
    CHECK(comment(path, "id") == "2");
    CHECK(comment(directory / "draws_1.csv", "id") == "1");
    CHECK(comment(path, "num_samples") == "6");
    CHECK(comment(path, "save_warmup") == "false");
    auto const bytes = read_bytes(path);
    CHECK(bytes.find("\nn_bright__,n_lik__,n_flips__,x\n") != std::string::npos);
    CHECK(bytes.find("\n7,7,7,3\n8,8,8,4\n") != std::string::npos);
    CHECK(bytes.find("Elapsed Time: 0.000 seconds (Warm-up)\n#                0.000 seconds (Sampling)") != std::string::npos);
}

TEST_CASE("stored draws that cannot be written leave no part of a file") {
    temporary_directory const directory;
    firefly::stored_draws draws;
    draws.parameters.push_back({.name = "x", .chains = {{1, 2}}});
    fs::create_symlink("/dev/full", directory / "draws.csv.partial");  // Linux: every write to it finds the disk full
    CHECK_THROWS_AS(firefly::write_stan_csv(directory / "draws.csv", draws), firefly::output_error);
    CHECK(fs::is_empty(directory / ""));
}

TEST_CASE("a directory that does not exist is reported when the writer is made") {
    temporary_directory const directory;
    CHECK(complaint<firefly::output_error>([&] {
              stan_csv_writer(directory / "none/draws.csv", {}, {});
          }).starts_with("none/draws.csv: cannot be created in the folder "));
}

TEST_CASE("several chains write to numbered files") {
    CHECK(firefly::chain_paths("out/draws.csv", 1) == std::vector<fs::path>{"out/draws.csv"});
    CHECK(firefly::chain_paths("out/draws.csv", 2) == std::vector<fs::path>{"out/draws_1.csv", "out/draws_2.csv"});
    CHECK(firefly::chain_paths("draws", 2) == std::vector<fs::path>{"draws_1", "draws_2"});
}
