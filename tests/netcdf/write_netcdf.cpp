#include <doctest/doctest.h>
#include <netcdf.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.netcdf;
import firefly.tables;

namespace fs = std::filesystem;
using firefly::kept_draws;
using firefly::netcdf_draws;
using firefly::write_netcdf;

namespace {

/// Any numbers that tell chain, draw and parameter apart; readers.py knows the formula.
double value(std::size_t chain, std::size_t draw, std::size_t parameter) {
    return std::sin(1.0 + 1.7 * static_cast<double>(chain) + 2.9 * static_cast<double>(draw) +
                    0.3 * static_cast<double>(parameter));
}

kept_draws chain_of(std::size_t chain, std::size_t size, std::size_t parameters) {
    kept_draws result;
    for (std::size_t i = 0; i < size; ++i) {
        firefly::draw draw;
        draw.theta = firefly::zeros(parameters);
        for (std::size_t p = 0; p < parameters; ++p) draw.theta(p) = value(chain, i, p);
        draw.log_density = -100.0 - static_cast<double>(i);
        draw.acceptance = 0.25;
        draw.step = 0.5;
        draw.theta_queries = 7;
        draw.z = {.bright = 40 + chain, .brightened = 2, .darkened = 1, .queries = i};
        result.append(draw, i == 1);
    }
    return result;
}

netcdf_draws logistic_draws(std::size_t size = 5) {
    return {
        .chains = {chain_of(0, size, 3), chain_of(1, size, 3)},
        .features = {"(intercept)", "distance", "größe, in m"},
        .run = {.model = "logistic",
                .algorithm = "firefly",
                .kernel = "bright-gibbs",
                .bound = "interval",
                .updater = "implicit-each",
                .seed = 18446744073709551615u},
        .data = {.size = 3020, .hash = "sha256:00ff", .target = "switched", .columns = {"switched", "distance", "größe, in m"}}};
}

netcdf_draws softmax_draws(std::size_t size = 4) {
    netcdf_draws result = logistic_draws();
    result.chains = {chain_of(0, size, 6), chain_of(1, size, 6)};
    result.warm_up = {chain_of(2, 3, 6), chain_of(3, 3, 6)};
    result.features = {"(intercept)", "x"};
    result.classes = {"airplane", "automobile", "bird"};
    result.run.model = "softmax";
    return result;
}

/// An open file, read through the C interface; any failure fails the test.
struct reader {
    int root = -1;

    explicit reader(fs::path const& path) { REQUIRE(nc_open(path.c_str(), NC_NOWRITE, &root) == NC_NOERR); }
    ~reader() { nc_close(root); }
    reader(reader const&) = delete;

    int group(std::string const& name) const {
        int id = root;
        if (name == "/") return id;
        REQUIRE_MESSAGE(nc_inq_grp_ncid(root, name.c_str(), &id) == NC_NOERR, name);
        return id;
    }
    bool has_group(std::string const& name) const {
        int id;
        return nc_inq_grp_ncid(root, name.c_str(), &id) == NC_NOERR;
    }
    int variable(std::string const& of, std::string const& name) const {
        int id = -1;
        REQUIRE_MESSAGE(nc_inq_varid(group(of), name.c_str(), &id) == NC_NOERR, name);
        return id;
    }
    int type(std::string const& of, std::string const& name) const {
        nc_type result;
        nc_inq_vartype(group(of), variable(of, name), &result);
        return result;
    }

    /// "chain 2, draw 5, feature 3"
    std::string shape(std::string const& of, std::string const& name) const {
        int count = 0, ids[NC_MAX_VAR_DIMS];
        nc_inq_var(group(of), variable(of, name), nullptr, nullptr, &count, ids, nullptr);
        std::string result;
        for (int i = 0; i < count; ++i) {
            char dimension[NC_MAX_NAME + 1];
            std::size_t length = 0;
            nc_inq_dim(group(of), ids[i], dimension, &length);
            result += (i ? ", " : "") + std::string(dimension) + " " + std::to_string(length);
        }
        return result;
    }

    std::size_t size(std::string const& of, std::string const& name) const {
        int count = 0, ids[NC_MAX_VAR_DIMS];
        nc_inq_var(group(of), variable(of, name), nullptr, nullptr, &count, ids, nullptr);
        std::size_t result = 1, length = 0;
        for (int i = 0; i < count; ++i) {
            nc_inq_dimlen(group(of), ids[i], &length);
            result *= length;
        }
        return result;
    }
    std::vector<double> numbers(std::string const& of, std::string const& name) const {
        std::vector<double> result(size(of, name));
        REQUIRE(nc_get_var_double(group(of), variable(of, name), result.data()) == NC_NOERR);
        return result;
    }
    std::vector<std::string> names(std::string const& of, std::string const& name) const {
        std::vector<char*> pointers(size(of, name));
        REQUIRE(nc_get_var_string(group(of), variable(of, name), pointers.data()) == NC_NOERR);
        return taken(pointers);
    }

    std::string text(std::string const& of, std::string const& attribute, int variable = NC_GLOBAL) const {
        std::size_t length = 0;
        if (nc_inq_attlen(group(of), variable, attribute.c_str(), &length) != NC_NOERR) return "no such attribute";
        std::string result(length, ' ');
        REQUIRE(nc_get_att_text(group(of), variable, attribute.c_str(), result.data()) == NC_NOERR);
        return result;
    }
    std::vector<std::string> texts(std::string const& of, std::string const& attribute) const {
        std::size_t length = 0;
        REQUIRE(nc_inq_attlen(group(of), NC_GLOBAL, attribute.c_str(), &length) == NC_NOERR);
        std::vector<char*> pointers(length);
        REQUIRE(nc_get_att_string(group(of), NC_GLOBAL, attribute.c_str(), pointers.data()) == NC_NOERR);
        return taken(pointers);
    }
    std::uint64_t number(std::string const& of, std::string const& attribute) const {
        unsigned long long result = 0;
        REQUIRE(nc_get_att_ulonglong(group(of), NC_GLOBAL, attribute.c_str(), &result) == NC_NOERR);
        return result;
    }

private:
    static std::vector<std::string> taken(std::vector<char*>& pointers) {
        std::vector<std::string> result(pointers.begin(), pointers.end());
        nc_free_string(pointers.size(), pointers.data());
        return result;
    }
};

using numbers = std::vector<double>;
using names = std::vector<std::string>;

}  // namespace

TEST_CASE("parameters of a regression are beta(chain, draw, feature), with a coordinate for each dimension") {
    temporary_directory const directory;
    write_netcdf(directory / "draws.nc", logistic_draws());
    reader const file(directory / "draws.nc");
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
    reader const file(directory / "draws.nc");
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
    reader const file(directory / "draws.nc");
    CHECK(file.shape("sample_stats", "lp") == "chain 2, draw 3");
    CHECK(file.numbers("sample_stats", "lp") == numbers{-100, -101, -102, -100, -101, -102});
    CHECK(file.numbers("sample_stats", "acceptance_rate") == numbers(6, 0.25));
    CHECK(file.numbers("sample_stats", "step_size") == numbers(6, 0.5));
    CHECK(file.numbers("sample_stats", "n_bright") == numbers{40, 40, 40, 41, 41, 41});
    CHECK(file.numbers("sample_stats", "n_lik") == numbers{7, 8, 9, 7, 8, 9});
    CHECK(file.numbers("sample_stats", "n_flips") == numbers(6, 3));
    CHECK(file.numbers("sample_stats", "diverging") == numbers{0, 1, 0, 0, 1, 0});
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
    reader const with(directory / "with.nc"), without(directory / "without.nc");
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
    reader const file(directory / "draws.nc");
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
        CHECK(file.texts(place, prefix + "columns") == names{"switched", "distance", "größe, in m"});
    }
}

TEST_CASE("what is not known is left out") {
    temporary_directory const directory;
    auto draws = logistic_draws();
    draws.run.updater = draws.data.hash = "";
    write_netcdf(directory / "draws.nc", draws);
    reader const file(directory / "draws.nc");
    CHECK(file.text("posterior", "updater") == "no such attribute");
    CHECK(file.text("observed_data", "hash") == "no such attribute");
    CHECK(file.text("posterior", "cut_to_shortest") == "no such attribute");
}

TEST_CASE("chains of unequal length are cut to the shortest, and the file says so") {
    temporary_directory const directory;
    auto draws = logistic_draws();
    draws.chains[0] = chain_of(0, 9, 3);
    draws.warm_up = {chain_of(0, 2, 3), chain_of(1, 3, 3)};
    write_netcdf(directory / "draws.nc", draws);
    reader const file(directory / "draws.nc");
    CHECK(file.shape("posterior", "beta") == "chain 2, draw 5, feature 3");
    CHECK(file.numbers("posterior", "beta")[15] == value(1, 0, 0));
    CHECK(file.shape("sample_stats", "lp") == "chain 2, draw 5");
    CHECK(file.text("posterior", "cut_to_shortest") == "9, 5 draws kept; all chains cut to 5");
    CHECK(file.text("sample_stats", "cut_to_shortest") == "9, 5 draws kept; all chains cut to 5");
    CHECK(file.text("warmup_posterior", "cut_to_shortest") == "2, 3 draws kept; all chains cut to 2");
}

TEST_CASE("a run that was stopped during warm-up has a posterior of no draws") {
    temporary_directory const directory;
    auto draws = logistic_draws();
    draws.chains[1] = {};
    draws.warm_up = {chain_of(0, 2, 3), {}};
    write_netcdf(directory / "draws.nc", draws);
    reader const file(directory / "draws.nc");
    CHECK(file.shape("posterior", "beta") == "chain 2, draw 0, feature 3");
    CHECK(file.shape("sample_stats", "lp") == "chain 2, draw 0");
    CHECK_FALSE(file.has_group("warmup_posterior"));
}

TEST_CASE("features may be many, and of very many columns of data only the features are named") {
    temporary_directory const directory;
    auto draws = logistic_draws(1);
    for (std::size_t const count : {4000, 4001}) {
        draws.features.clear();
        for (std::size_t i = 0; i < count; ++i) draws.features.push_back("a feature of the name " + std::to_string(i));
        draws.data.columns = draws.features;
        draws.chains = {chain_of(0, 1, count)};
        write_netcdf(directory / "draws.nc", draws);
        reader const file(directory / "draws.nc");
        CHECK(file.names("posterior", "feature") == draws.features);
        if (count == 4000)
            CHECK(file.texts("observed_data", "columns") == draws.features);
        else
            CHECK(file.text("observed_data", "columns") == "no such attribute");
    }
}

TEST_CASE("files may be called anything") {
    temporary_directory const directory;
    fs::create_directory(directory / "http:");
    for (std::string const name : {"über uns #mode=nczarr,file %20.nc", "http://x.nc", "a\\b c:d.nc"}) {
        write_netcdf(directory / name, logistic_draws());
        fs::rename(directory / name, directory / "plain.nc");  // because the reader is netCDF, which takes them for something else
        CHECK(reader(directory / "plain.nc").has_group("posterior"));
    }
}

TEST_CASE("a file appears under its name when it is complete, and leaves nothing beside it") {
    temporary_directory const directory;
    auto const path = directory.write("draws.nc", "the old file");
    write_netcdf(path, logistic_draws());
    CHECK(reader(path).has_group("posterior"));
    CHECK_FALSE(fs::exists(directory / "draws.nc.partial"));
}

TEST_CASE("a netCDF file that cannot be written is refused in one line") {
    using firefly::output_error;
    temporary_directory const directory;
    CHECK(complaint<output_error>([&] { write_netcdf(directory / "none/x.nc", logistic_draws()); }) ==
          "none/x.nc.partial: cannot be created: No such file or directory");
    fs::create_directory(directory / "folder");
    CHECK(complaint<output_error>([&] { write_netcdf(directory / "folder", logistic_draws()); }) ==
          "folder: cannot be created: Is a directory");
    fs::create_symlink("/dev/full", directory / "x.nc.partial");  // Linux: every write to it finds the disk full
    CHECK(complaint<output_error>([&] { write_netcdf(directory / "x.nc", logistic_draws()); }) ==
          "x.nc.partial: cannot be written: No space left on device");
    CHECK_FALSE(fs::exists(directory / "x.nc"));
}

TEST_CASE("draws that do not fit together are refused") {
    using firefly::invalid_argument;
    auto const refusal = [](auto change) {
        auto draws = logistic_draws();
        change(draws);
        return complaint<invalid_argument>([&] { write_netcdf("never.nc", draws); });
    };
    CHECK(refusal([](auto& d) { d.chains.clear(); }) == "write_netcdf: chains must hold at least one chain, got 0");
    CHECK(refusal([](auto& d) { d.features.clear(); }) == "write_netcdf: features must name at least one feature, got 0");
    CHECK(refusal([](auto& d) { d.features.pop_back(); }) ==
          "write_netcdf: chains[0].theta must hold 10 values, one for each lp and parameter, got 15");
    CHECK(refusal([](auto& d) { d.classes = {"a", "b"}; }) ==
          "write_netcdf: chains[0].theta must hold 30 values, one for each lp and parameter, got 15");
    CHECK(refusal([](auto& d) { d.chains[1].n_lik.pop_back(); }) ==
          "write_netcdf: chains[1].n_lik must hold 5 values, one for each lp, got 4");
    CHECK(refusal([](auto& d) { d.warm_up.resize(1); }) ==
          "write_netcdf: warm_up must be empty or hold each of the 2 chains, got 1");
    CHECK_FALSE(fs::exists("never.nc.partial"));
}

TEST_CASE("files for readers.py") {
    // It reads them with ArviZ and xarray, which the tests do not install: its head says how.
    temporary_directory const directory;
    auto const* const chosen = std::getenv("FIREFLY_NETCDF_FILES");
    fs::path const folder = chosen ? fs::path(chosen) : directory / ".";
    write_netcdf(folder / "logistic.nc", logistic_draws(400));
    write_netcdf(folder / "softmax.nc", softmax_draws(400));
    auto stopped = logistic_draws();
    stopped.chains = {{}, {}};
    write_netcdf(folder / "stopped.nc", stopped);
    CHECK(fs::file_size(folder / "logistic.nc") > 2 * 400 * 3 * 8);
}
