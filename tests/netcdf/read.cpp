#include <doctest/doctest.h>
#include <netcdf.h>

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.netcdf;
import firefly.tables;

using firefly::read_netcdf;
using firefly::stored_draws;

namespace {

std::string fact(stored_draws const& draws, std::string const& key) {
    return firefly::find_fact(draws.facts, key).value_or("none");
}

stored_draws some_draws() {
    stored_draws draws;
    draws.parameters.push_back({.name = "beta",
                                .dimensions = {"feature"},
                                .labels = {{"(intercept)", "größe, in m"}},
                                .chains = {{0.1, 1.0 / 3, -1e-300, 4}, {1, 2, 3, 4}}});
    draws.parameters.push_back({.name = "tau", .chains = {{1, 2}, {3, 4}}});
    draws.parameters.push_back(
        {.name = "theta", .dimensions = {"theta_dim_0"}, .labels = {{"0", "1"}}, .chains = {{1, 2, 3, 4}, {5, 6, 7, 8}}});
    draws.statistics.push_back({.name = "lp__", .chains = {{-1.5, -2.5}, {-3, -4}}});
    draws.statistics.push_back({.name = "divergent__", .chains = {{0, 1}, {0, 0}}});
    draws.statistics.push_back({.name = "n_bright__", .chains = {{7, 8}, {9, 10}}});
    draws.warm_up_seconds = {0.5, 1};
    draws.sampling_seconds = {2, 3};
    draws.facts = {{"model", "logistic"},
                   {"seed", "18446744073709551615"},
                   {"rows", "3020"},
                   {"target", "switched"},
                   {"expected_bright", "12.5"}};
    return draws;
}

}  // namespace

TEST_CASE("draws that are written to netCDF and read again are the same, and so are names, times and facts") {
    temporary_directory const directory;
    auto const draws = some_draws();
    write_netcdf(directory / "draws.nc", draws);
    auto const again = read_netcdf(directory / "draws.nc");
    REQUIRE(again.parameters.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(again.parameters[i].name == draws.parameters[i].name);
        CHECK(again.parameters[i].chains == draws.parameters[i].chains);
        CHECK(again.parameters[i].labels == draws.parameters[i].labels);
        CHECK(again.parameters[i].dimensions == draws.parameters[i].dimensions);
    }
    REQUIRE(again.statistics.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(again.statistics[i].name == draws.statistics[i].name);
        CHECK(again.statistics[i].chains == draws.statistics[i].chains);
    }
    CHECK(again.warm_up_seconds == draws.warm_up_seconds);
    CHECK(again.sampling_seconds == draws.sampling_seconds);
    for (auto const& [key, value] : draws.facts) CHECK(fact(again, key) == value);
}

TEST_CASE("warm-up is read where its groups have all variables, and passed over otherwise") {
    temporary_directory const directory;
    auto draws = some_draws();
    for (auto* const variables : {&draws.parameters, &draws.statistics})
        for (auto& variable : *variables)
            variable.warm_up = {std::vector<double>(3 * variable.size(), 1), std::vector<double>(3 * variable.size(), 0)};
    write_netcdf(directory / "draws.nc", draws);
    auto const again = read_netcdf(directory / "draws.nc");
    CHECK(again.warm_up_length() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(again.parameters[i].warm_up == draws.parameters[i].warm_up);
        CHECK(again.statistics[i].warm_up == draws.statistics[i].warm_up);
    }

    // As other programs may write them: a group for each pair, with one variable (chain, draw) of 2 × `draws` numbers.
    auto const warm_up_read = [&](std::vector<std::pair<std::string, std::string>> const& groups, std::size_t draws) {
        auto const path = directory / "other.nc";
        int file = 0;
        REQUIRE(nc_create(path.c_str(), NC_NETCDF4, &file) == NC_NOERR);
        for (auto const& [name, variable] : groups) {
            int group = 0, id = 0;
            std::array<int, 2> dimensions{};
            REQUIRE(nc_def_grp(file, name.c_str(), &group) == NC_NOERR);
            REQUIRE(nc_def_dim(group, "chain", 2, &dimensions[0]) == NC_NOERR);
            REQUIRE(nc_def_dim(group, "draw", name == "warmup_sample_stats" ? draws : 3, &dimensions[1]) == NC_NOERR);
            REQUIRE(nc_def_var(group, variable.c_str(), NC_DOUBLE, 2, dimensions.data(), &id) == NC_NOERR);
        }
        REQUIRE(nc_close(file) == NC_NOERR);
        auto const read = read_netcdf(path);
        CHECK(read.length() == 3);
        CHECK(read.parameters[0].warm_up.empty() == read.statistics[0].warm_up.empty());
        return read.warm_up_length();
    };
    using groups = std::vector<std::pair<std::string, std::string>>;
    groups const sampled{{"posterior", "x"}, {"sample_stats", "lp"}};
    auto const with = [&](groups const& more) {
        auto all = sampled;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    CHECK(warm_up_read(with({{"warmup_posterior", "x"}, {"warmup_sample_stats", "lp"}}), 3) == 3);
    CHECK(warm_up_read(with({{"warmup_posterior", "x"}, {"warmup_sample_stats", "lp"}}), 4) == 0);
    CHECK(warm_up_read(with({{"warmup_posterior", "x"}, {"warmup_sample_stats", "other"}}), 3) == 0);
    CHECK(warm_up_read(with({{"warmup_posterior", "other"}, {"warmup_sample_stats", "lp"}}), 3) == 0);
    CHECK(warm_up_read(with({{"warmup_posterior", "x"}}), 3) == 0);
}

TEST_CASE("facts that describe the data come back under their names, and times that are not known stay so") {
    temporary_directory const directory;
    stored_draws draws{.parameters = {firefly::coefficients({"(intercept)", "x"})},
                       .facts = {{"rows", "10"}, {"target", "y"}, {"hash", "00ff"}, {"expected_bright", "0.25"}}};
    firefly::draw draw;
    draw.theta = firefly::to_vector(std::vector{0.5, -2.0});
    draw.z.bright = 4;
    for (int c = 0; c < 2; ++c) draws.add_chain(std::vector{draw});
    write_netcdf(directory / "draws.nc", draws);
    auto const read = read_netcdf(directory / "draws.nc");
    CHECK(read.chains() == 2);
    CHECK(read.length() == 1);
    CHECK(read.parameters[0].element_name(1) == "x");
    CHECK(read.statistic("n_bright__")->chains[1] == std::vector<double>{4});
    CHECK(fact(read, "rows") == "10");
    CHECK(fact(read, "target") == "y");
    CHECK(fact(read, "hash") == "00ff");
    CHECK(fact(read, "seed") == "none");
    CHECK(firefly::find_number(read.facts, "expected_bright") == 0.25);
    CHECK(read.sampling_seconds.empty());
}
