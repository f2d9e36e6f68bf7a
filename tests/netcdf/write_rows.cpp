#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "support/netcdf_file.hpp"
#include "support/temporary_directory.hpp"

#include "support/few_draws.hpp"

import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.netcdf;

namespace fs = std::filesystem;
using firefly::netcdf_row_writer;
using firefly::row_variable;
using numbers = std::vector<double>;

namespace {

/// That tells row, chain and draw of two chains of two draws apart.
numbers block(std::size_t first, std::size_t rows) {
    numbers result;
    for (std::size_t i = first; i < first + rows; ++i)
        for (double const draw : {0.0, 1.0, 10.0, 11.0}) result.push_back(100 * static_cast<double>(i) + draw);
    return result;
}

row_variable const three{
    .group = "log_likelihood", .name = "y", .rows = 3, .rows_at_once = 2, .is_observed = true, .row_facts = {"weight"}};

}  // namespace

TEST_CASE("rows come in blocks, and are laid out by chain and draw") {
    temporary_directory const directory;
    netcdf_row_writer writer(directory / "rows.nc", few_draws(), three);
    writer.append(block(0, 2), numbers{5, 6}, {numbers{1, 2}});
    CHECK_FALSE(fs::exists(directory / "rows.nc"));
    writer.append(block(2, 1), numbers{7}, {numbers{3}});
    writer.commit();
    netcdf_file const file(directory / "rows.nc");
    CHECK(file.shape("log_likelihood", "y") == "chain 2, draw 2, row 3");
    CHECK(file.numbers("log_likelihood", "y") == numbers{0, 100, 200, 1, 101, 201, 10, 110, 210, 11, 111, 211});
    CHECK(file.numbers("log_likelihood", "row") == numbers{0, 1, 2});
    CHECK(file.shape("observed_data", "y") == "row 3");
    CHECK(file.numbers("observed_data", "y") == numbers{5, 6, 7});
    CHECK(file.numbers("observed_data", "weight") == numbers{1, 2, 3});
    CHECK(file.shape("posterior", "beta") == "chain 2, draw 2, feature 2");
    CHECK_FALSE(fs::exists(directory / "rows.nc.partial"));
}

TEST_CASE("classes and counts are whole numbers, and what is called as a dimension gets another name") {
    temporary_directory const directory;
    using contents = row_variable::contents;
    row_variable of_rows{.group = "posterior_predictive",
                         .name = "row",
                         .rows = 1,
                         .of = contents::classes,
                         .observed = contents::counts,
                         .classes = {"no", "yes"}};
    netcdf_row_writer writer(directory / "rows.nc", few_draws(), of_rows);
    writer.append(numbers{0, 1, 1, 0});
    writer.commit();
    of_rows.of = contents::counts;
    of_rows.name = "a/b";
    netcdf_row_writer other(directory / "counts.nc", few_draws(), of_rows);
    other.append(numbers{3, 1e10, 0, 2});
    other.commit();
    netcdf_file const file(directory / "rows.nc"), counted(directory / "counts.nc");
    CHECK(file.type("posterior_predictive", "row_") == NC_INT);
    CHECK(file.numbers("posterior_predictive", "row_") == numbers{0, 1, 1, 0});
    CHECK_FALSE(file.has_group("observed_data"));
    CHECK(counted.type("posterior_predictive", "a_b") == NC_INT64);
    CHECK(counted.numbers("posterior_predictive", "a_b") == numbers{3, 1e10, 0, 2});
}

TEST_CASE("a file of rows that is given up leaves nothing, and the old one stays") {
    temporary_directory const directory;
    directory.write("rows.nc", "old");
    netcdf_row_writer writer(directory / "rows.nc", few_draws(), three);
    writer.append(block(0, 2), numbers{5, 6}, {numbers{1, 2}});
    writer.discard();
    CHECK(read_bytes(directory / "rows.nc") == "old");
    CHECK_FALSE(fs::exists(directory / "rows.nc.partial"));
}

TEST_CASE("a link stays, and names may be anything") {
    temporary_directory const directory;
    fs::create_directory(directory / "far");
    fs::create_symlink("far/rows #mode=nczarr,file.nc", directory / "link.nc");
    netcdf_row_writer writer(directory / "link.nc", few_draws(), three);
    writer.append(block(0, 3), numbers{5, 6, 7}, {numbers{1, 2, 3}});
    writer.commit();
    CHECK(fs::is_symlink(directory / "link.nc"));
    fs::rename(directory / "far/rows #mode=nczarr,file.nc", directory / "plain.nc");
    CHECK(netcdf_file(directory / "plain.nc").has_group("log_likelihood"));
}

TEST_CASE("rows for which there is no place, or no regular file, are refused before the first") {
    temporary_directory const directory;
    auto many = three;
    many.rows = 1'000'000'000'000'000;
    auto const words = complaint<firefly::output_error>([&] { netcdf_row_writer(directory / "rows.nc", few_draws(), many); });
    CHECK(words.find("make room, or write to another disk") != std::string::npos);
    CHECK_FALSE(fs::exists(directory / "rows.nc.partial"));
    auto const pipe = directory / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    CHECK(complaint<firefly::output_error>([&] { netcdf_row_writer(pipe, few_draws(), three); }) ==
          "pipe: rows are written in place, and this is no regular file; give another name");
}

TEST_CASE("the bytes of a file of rows are known before it is written") {
    row_variable of_rows{.group = "log_likelihood", .name = "y", .rows = 10};
    CHECK(of_rows.bytes(100) == 10 * (8 * 100 + 8));
    of_rows.of = row_variable::contents::classes;
    of_rows.is_observed = true;
    CHECK(of_rows.bytes(100) == 10 * (4 * 100 + 2 * 8));
}
