#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/netcdf_file.hpp"
#include "support/temporary_directory.hpp"

import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.netcdf;
import firefly.tables;

namespace fs = std::filesystem;
using firefly::stored_draws;
using firefly::write_netcdf;

namespace {

/// Any numbers that tell chain, draw and parameter apart; readers.py knows the formula.
double value(std::size_t chain, std::size_t draw, std::size_t parameter) {
    return std::sin(1.0 + 1.7 * static_cast<double>(chain) + 2.9 * static_cast<double>(draw) +
                    0.3 * static_cast<double>(parameter));
}

std::vector<firefly::draw> chain_of(std::size_t chain, std::size_t size, std::size_t parameters, bool warm_up = false) {
    std::vector<firefly::draw> result(size);
    for (std::size_t i = 0; i < size; ++i) {
        auto& draw = result[i];
        draw.theta = firefly::zeros(parameters);
        for (std::size_t p = 0; p < parameters; ++p) draw.theta(p) = value(chain, i, p);
        draw.log_density = -100.0 - static_cast<double>(i);
        draw.acceptance = 0.25;
        draw.step = 0.5;
        draw.theta_queries = 7;
        draw.z = {.bright = 40 + chain, .brightened = 2, .darkened = 1, .queries = i};
        draw.diverging = i == 1;
        draw.warm_up = warm_up;
    }
    return result;
}

firefly::fact_list facts_of(std::string const& model) {
    return {{"model", model},      {"algorithm", "firefly"},     {"kernel", "bright-gibbs"},
            {"bound", "interval"}, {"updater", "implicit-each"}, {"seed", "18446744073709551615"},
            {"rows", "3020"},      {"hash", "sha256:00ff"},      {"target", "switched"}};
}

stored_draws logistic_draws(std::size_t size = 5) {
    stored_draws result{.parameters = {firefly::coefficients({"(intercept)", "distance", "größe, in m"})},
                        .facts = facts_of("logistic")};
    for (std::size_t c = 0; c < 2; ++c) result.add_chain(chain_of(c, size, 3));
    return result;
}

stored_draws softmax_draws(std::size_t size = 4) {
    stored_draws result{.parameters = {firefly::coefficients({"(intercept)", "x"}, {"airplane", "automobile", "bird"})},
                        .facts = facts_of("softmax")};
    for (std::size_t c = 0; c < 2; ++c) {
        auto draws = chain_of(2 + c, 3, 6, true);
        for (auto& draw : chain_of(c, size, 6)) draws.push_back(std::move(draw));
        result.add_chain(draws);
    }
    return result;
}

using numbers = std::vector<double>;
using names = std::vector<std::string>;

}  // namespace

TEST_CASE("parameters of a regression are beta(chain, draw, feature), with a coordinate for each dimension") {
    temporary_directory const directory;
    write_netcdf(directory / "draws.nc", logistic_draws());
    netcdf_file const file(directory / "draws.nc");
    CHECK(file.shape("posterior", "beta") == "chain 2, draw 5, feature 3");
    auto const beta = file.numbers("posterior", "beta");
    for (std::size_t c = 0; c < 2; ++c)
        for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t p = 0; p < 3; ++p) CHECK(beta[(c * 5 + i) * 3 + p] == value(c, i, p));
    CHECK(file.numbers("posterior", "chain") == numbers{0, 1});
    CHECK(file.numbers("posterior", "draw") == numbers{0, 1, 2, 3, 4});
    CHECK(file.type("posterior", "chain") == NC_INT64);
    CHECK(file.type("posterior", "draw") == NC_INT64);
    CHECK(file.names("posterior", "feature") == names{"(intercept)", "distance", "größe, in m"});
}

TEST_CASE("parameters of a softmax are W(chain, draw, class, feature)") {
    temporary_directory const directory;
    write_netcdf(directory / "draws.nc", softmax_draws());
    netcdf_file const file(directory / "draws.nc");
    CHECK(file.shape("posterior", "W") == "chain 2, draw 4, class 3, feature 2");
    auto const w = file.numbers("posterior", "W");
    for (std::size_t c = 0; c < 2; ++c)
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t p = 0; p < 6; ++p) CHECK(w[(c * 4 + i) * 6 + p] == value(c, i, p));
    CHECK(file.names("posterior", "class") == names{"airplane", "automobile", "bird"});
    CHECK(file.names("posterior", "feature") == names{"(intercept)", "x"});
}

TEST_CASE("statistics of the sampler stand in sample_stats, diverging as xarray writes truth values") {
    temporary_directory const directory;
    write_netcdf(directory / "draws.nc", logistic_draws(3));
    netcdf_file const file(directory / "draws.nc");
    CHECK(file.shape("sample_stats", "lp") == "chain 2, draw 3");
    CHECK(file.numbers("sample_stats", "lp") == numbers{-100, -101, -102, -100, -101, -102});
    CHECK(file.numbers("sample_stats", "acceptance_rate") == numbers(6, 0.25));
    CHECK(file.numbers("sample_stats", "step_size") == numbers(6, 0.5));
    CHECK(file.numbers("sample_stats", "n_bright") == numbers{40, 40, 40, 41, 41, 41});
    CHECK(file.numbers("sample_stats", "n_lik") == numbers{7, 8, 9, 7, 8, 9});
    CHECK(file.numbers("sample_stats", "n_flips") == numbers(6, 3));
    CHECK(file.numbers("sample_stats", "diverging") == numbers{0, 1, 0, 0, 1, 0});
    CHECK(file.numbers("sample_stats", "tree_depth") == numbers(6, 0));
    CHECK(file.type("sample_stats", "n_lik") == NC_INT64);
    CHECK(file.type("sample_stats", "diverging") == NC_BYTE);
    CHECK(file.text("sample_stats", "dtype", file.variable("sample_stats", "diverging")) == "bool");
    CHECK(file.numbers("sample_stats", "draw") == numbers{0, 1, 2});
    CHECK(file.numbers("sample_stats", "chain") == numbers{0, 1});
}

TEST_CASE("warm-up has groups of its own where it was kept") {
    temporary_directory const directory;
    write_netcdf(directory / "with.nc", softmax_draws());
    write_netcdf(directory / "without.nc", logistic_draws());
    netcdf_file const with(directory / "with.nc"), without(directory / "without.nc");
    CHECK(with.shape("warmup_posterior", "W") == "chain 2, draw 3, class 3, feature 2");
    CHECK(with.numbers("warmup_posterior", "W").front() == value(2, 0, 0));
    CHECK(with.shape("warmup_sample_stats", "n_bright") == "chain 2, draw 3");
    CHECK(with.numbers("warmup_sample_stats", "n_bright") == numbers{42, 42, 42, 43, 43, 43});
    CHECK_FALSE(without.has_group("warmup_posterior"));
    CHECK_FALSE(without.has_group("warmup_sample_stats"));
}

TEST_CASE("every group says who made it, and observed_data what was fitted") {
    temporary_directory const directory;
    write_netcdf(directory / "draws.nc", softmax_draws());
    netcdf_file const file(directory / "draws.nc");
    for (std::string const group : {"posterior", "sample_stats", "warmup_posterior", "warmup_sample_stats", "observed_data", "/"}) {
        CHECK(file.text(group, "created_at").size() == std::string("2026-01-01T00:00:00+00:00").size());
        CHECK(file.text(group, "creation_library") == "firefly");
        CHECK(file.text(group, "creation_library_version") == FIREFLY_VERSION);
        CHECK(file.text(group, "creation_library_language") == "C++");
        CHECK(file.text(group, "inference_library") == "firefly");
        CHECK(file.text(group, "inference_library_version") == FIREFLY_VERSION);
        CHECK(file.text(group, "model") == "softmax");
        CHECK(file.text(group, "algorithm") == "firefly");
        CHECK(file.text(group, "kernel") == "bright-gibbs");
        CHECK(file.text(group, "bound") == "interval");
        CHECK(file.text(group, "updater") == "implicit-each");
        CHECK(file.number(group, "seed") == 18446744073709551615u);
    }
    for (std::string const group : {"posterior", "sample_stats", "warmup_posterior", "warmup_sample_stats"})
        CHECK(file.texts(group, "sample_dims") == names{"chain", "draw"});
    for (std::string const place : {"observed_data", "/"}) {
        std::string const prefix = place == "/" ? "data_" : "";
        CHECK(file.number(place, prefix + "size") == 3020);
        CHECK(file.text(place, prefix + "hash") == "sha256:00ff");
        CHECK(file.text(place, prefix + "target") == "switched");
        CHECK(file.texts(place, prefix + "columns") == names{"(intercept)", "x"});
    }
}

TEST_CASE("what is not known is left out") {
    temporary_directory const directory;
    auto draws = logistic_draws();
    for (auto& [key, value] : draws.facts)
        if (key == "updater" || key == "hash") value = "";
    write_netcdf(directory / "draws.nc", draws);
    netcdf_file const file(directory / "draws.nc");
    CHECK(file.text("posterior", "updater") == "no such attribute");
    CHECK(file.text("observed_data", "hash") == "no such attribute");
    CHECK(file.text("posterior", "cut_to_shortest") == "no such attribute");
}

TEST_CASE("what was cut to make chains of one length is said in the file") {
    temporary_directory const directory;
    stored_draws draws{.parameters = {firefly::coefficients({"x", "y", "z"})}};
    draws.add_chain(chain_of(0, 9, 3));
    draws.add_chain(chain_of(1, 5, 3));
    cut_to_shortest(draws);
    write_netcdf(directory / "draws.nc", draws);
    netcdf_file const file(directory / "draws.nc");
    CHECK(file.shape("posterior", "beta") == "chain 2, draw 5, feature 3");
    CHECK(file.numbers("posterior", "beta")[15] == value(1, 0, 0));
    for (std::string const group : {"posterior", "sample_stats"})
        CHECK(file.text(group, "cut_to_shortest") == "The chains have 9, 5 draws: each is cut to the first 5.");
}

TEST_CASE("a run that was stopped during warm-up has a posterior of no draws") {
    temporary_directory const directory;
    write_netcdf(directory / "draws.nc", logistic_draws(0));
    netcdf_file const file(directory / "draws.nc");
    CHECK(file.shape("posterior", "beta") == "chain 2, draw 0, feature 3");
    CHECK(file.shape("sample_stats", "lp") == "chain 2, draw 0");
    CHECK_FALSE(file.has_group("warmup_posterior"));
}

TEST_CASE("features may be many, and of very many columns of data only the features are named") {
    temporary_directory const directory;
    for (std::size_t const count : {4000, 4001}) {
        names features;
        for (std::size_t i = 0; i < count; ++i) features.push_back("a feature of the name " + std::to_string(i));
        stored_draws draws{.parameters = {firefly::coefficients(features)}, .facts = {{"rows", "10"}}};
        draws.add_chain(chain_of(0, 1, count));
        write_netcdf(directory / "draws.nc", draws);
        netcdf_file const file(directory / "draws.nc");
        CHECK(file.names("posterior", "feature") == features);
        if (count == 4000)
            CHECK(file.texts("observed_data", "columns") == features);
        else
            CHECK(file.text("observed_data", "columns") == "no such attribute");
    }
}

TEST_CASE("a statistic whose values are not what its name says keeps its values") {
    temporary_directory const directory;
    auto draws = logistic_draws(2);
    draws.statistics.push_back({.name = "n_leapfrog__", .chains = {{1.5, 2}, {3, 4}}});
    draws.statistics.push_back({.name = "energy__", .chains = {{1, 2}, {3, 4}}});
    for (auto& statistic : draws.statistics)
        if (statistic.name == "divergent__") statistic.chains[0][0] = std::nan("");
    write_netcdf(directory / "draws.nc", draws);
    netcdf_file const file(directory / "draws.nc");
    CHECK(file.type("sample_stats", "n_steps") == NC_DOUBLE);
    CHECK(file.numbers("sample_stats", "n_steps") == numbers{1.5, 2, 3, 4});
    CHECK(file.type("sample_stats", "energy") == NC_DOUBLE);
    CHECK(file.type("sample_stats", "diverging") == NC_DOUBLE);
    CHECK(std::isnan(file.numbers("sample_stats", "diverging")[0]));
}

TEST_CASE("times of more chains than an attribute has room for are left out") {
    temporary_directory const directory;
    auto draws = logistic_draws(1);
    draws.sampling_seconds = {0.5, 1};
    draws.warm_up_seconds = numbers(20'000, 1.0 / 3);
    write_netcdf(directory / "draws.nc", draws);
    netcdf_file const file(directory / "draws.nc");
    CHECK(file.text("/", "sampling_seconds") == "0.5 1");
    CHECK(file.text("/", "warm_up_seconds") == "no such attribute");
}

TEST_CASE("a fact that is longer than an attribute has room for is left out") {
    temporary_directory const directory;
    auto draws = logistic_draws(1);
    draws.facts = {{"model", "logistic"}, {"command", std::string(70'000, 'x')}, {"centres", std::string(60'000, '1')}};
    write_netcdf(directory / "draws.nc", draws);
    netcdf_file const file(directory / "draws.nc");
    CHECK(file.text("/", "command") == "no such attribute");
    CHECK(file.text("/", "centres").size() == 60'000);
}

TEST_CASE("texts in the file are UTF-8, whatever they were: readers refuse a file with other bytes in it") {
    temporary_directory const directory;
    stored_draws draws{.parameters = {{.name = "beta",
                                       .dimensions = {"feature"},
                                       .labels = {{"größe", "gr\xf6\xdf", std::string("a\0b", 3)}},
                                       .chains = {{1, 2, 3}}}},
                       .facts = {{"target", "gr\xf6\xdf"}, {"rows", "1"}}};
    write_netcdf(directory / "draws.nc", draws);
    auto const found = firefly::read_netcdf(directory / "draws.nc");
    CHECK(found.parameters[0].labels[0] == std::vector<std::string>{"größe", "gr\\xf6\\xdf", "a\\x00b"});
    CHECK(firefly::find_fact(found.facts, "target") == "gr\\xf6\\xdf");
}

TEST_CASE("a file appears under its name when it is complete, and leaves nothing beside it") {
    temporary_directory const directory;
    auto const path = directory.write("draws.nc", "the old file");
    write_netcdf(path, logistic_draws());
    CHECK(netcdf_file(path).has_group("posterior"));
    CHECK_FALSE(fs::exists(directory / "draws.nc.partial"));
}

TEST_CASE("draws that do not fit together are refused before anything is written") {
    auto draws = logistic_draws();
    draws.statistics[0].chains[1].pop_back();
    CHECK(complaint<firefly::invalid_argument>([&] { write_netcdf("never.nc", draws); }) ==
          "stored_draws: lp__ must have 5 numbers in chain 2, 1 for each of 5 draws, got 4");
    CHECK_FALSE(fs::exists("never.nc.partial"));
}

TEST_CASE("files for readers.py") {
    // It reads them with ArviZ and xarray, which the tests do not install: its head says how.
    temporary_directory const directory;
    auto const* const chosen = std::getenv("FIREFLY_NETCDF_FILES");
    fs::path const folder = chosen ? fs::path(chosen) : directory / ".";
    write_netcdf(folder / "logistic.nc", logistic_draws(400));
    write_netcdf(folder / "softmax.nc", softmax_draws(400));
    write_netcdf(folder / "stopped.nc", logistic_draws(0));
    CHECK(fs::file_size(folder / "logistic.nc") > 2 * 400 * 3 * 8);
}
