/// netCDF files as they come, seen through `read_netcdf`.
#include <doctest/doctest.h>
#include <netcdf.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

#include "support/few_draws.hpp"

import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.netcdf;

using firefly::read_netcdf;
using firefly::stored_draws;
using firefly::write_netcdf;

namespace {

/// A file of another program: x(chain, draw, place) in the group posterior, and what else is added to it.
template <class Add>
std::filesystem::path foreign_file(temporary_directory const& directory, Add const& add) {
    auto const path = directory / "foreign.nc";
    int file = 0, group = 0, x = 0;
    std::array<int, 3> dimensions{};
    REQUIRE(nc_create(path.c_str(), NC_NETCDF4 | NC_CLOBBER, &file) == NC_NOERR);
    REQUIRE(nc_def_grp(file, "posterior", &group) == NC_NOERR);
    REQUIRE(nc_def_dim(group, "chain", 1, &dimensions[0]) == NC_NOERR);
    REQUIRE(nc_def_dim(group, "draw", 4, &dimensions[1]) == NC_NOERR);
    REQUIRE(nc_def_dim(group, "place", 2, &dimensions[2]) == NC_NOERR);
    REQUIRE(nc_def_var(group, "x", NC_FLOAT, 3, dimensions.data(), &x) == NC_NOERR);
    std::array<float, 8> const values{1, 2, 3, 4, 5, 6, 7, 8.5};
    REQUIRE(nc_put_var_float(group, x, values.data()) == NC_NOERR);
    add(group, dimensions);
    REQUIRE(nc_close(file) == NC_NOERR);
    return path;
}

}  // namespace

TEST_CASE("a netCDF file that cannot be used is refused in one line") {
    temporary_directory const directory;
    auto const refusal = [&](std::string const& name) {
        return complaint<firefly::data_error>([&] { read_netcdf(directory / name); });
    };
    CHECK(refusal("none.nc") == "none.nc: cannot be opened: No such file or directory");
    directory.write("text.nc", "lp__,x\n1,2\n");
    CHECK(refusal("text.nc").starts_with("text.nc: this is no netCDF-4 file, or not all of it"));
    directory.write("empty.nc", "");
    CHECK(refusal("empty.nc").starts_with("empty.nc: this is no netCDF-4 file, or not all of it"));
    write_netcdf(directory / "draws.nc", few_draws());
    auto const bytes = read_bytes(directory / "draws.nc");
    std::size_t const end = bytes.find_last_not_of('\0') + 1;  // the image is filled up with zeros, which nobody reads
    for (std::size_t const share : {1u, 5u, 9u}) {
        directory.write("cut.nc", bytes.substr(0, end * share / 10));
        CHECK(refusal("cut.nc").starts_with("cut.nc: "));
    }
}

TEST_CASE("a variable that claims more than the machine has is refused before memory is asked for") {
    temporary_directory const directory;
    auto const path = foreign_file(directory, [](int group, std::array<int, 3> const& dimensions) {
        int huge = 0, id = 0;
        std::array<std::size_t, 3> const chunk{1, 1, 1024};
        REQUIRE(nc_def_dim(group, "huge", std::size_t{1} << 60, &huge) == NC_NOERR);
        std::array const shape{dimensions[0], dimensions[1], huge};
        REQUIRE(nc_def_var(group, "y", NC_DOUBLE, 3, shape.data(), &id) == NC_NOERR);
        REQUIRE(nc_def_var_chunking(group, id, NC_CHUNKED, chunk.data()) == NC_NOERR);  // none of them is written
    });
    auto const said = complaint<firefly::data_error>([&] { read_netcdf(path); });
    CHECK(said == "foreign.nc: a variable takes 8.389e+06 TiB, more than this machine has; give fewer draws");
}

TEST_CASE("numbers of any type are read, and places without names have their numbers") {
    temporary_directory const directory;
    auto const read = read_netcdf(foreign_file(directory, [](int, auto const&) {}));
    REQUIRE(read.parameters.size() == 1);
    CHECK(read.parameters[0].chains == std::vector<std::vector<double>>{{1, 2, 3, 4, 5, 6, 7, 8.5}});
    CHECK(read.parameters[0].labels == std::vector<std::vector<std::string>>{{"0", "1"}});
}

TEST_CASE("names of places are texts or numbers, and variables of text are no parameters") {
    temporary_directory const directory;
    auto const with_texts = foreign_file(directory, [](int group, std::array<int, 3> const& dimensions) {
        int places = 0, remarks = 0;
        char const* names[]{"left", "right"};
        char const* words[]{"a", "b", "c", "d"};
        REQUIRE(nc_def_var(group, "place", NC_STRING, 1, &dimensions[2], &places) == NC_NOERR);
        REQUIRE(nc_put_var_string(group, places, names) == NC_NOERR);
        REQUIRE(nc_def_var(group, "remarks", NC_STRING, 2, dimensions.data(), &remarks) == NC_NOERR);
        REQUIRE(nc_put_var_string(group, remarks, words) == NC_NOERR);
    });
    auto const read = read_netcdf(with_texts);
    REQUIRE(read.parameters.size() == 1);
    CHECK(read.parameters[0].labels == std::vector<std::vector<std::string>>{{"left", "right"}});
    auto const with_numbers = foreign_file(directory, [](int group, std::array<int, 3> const& dimensions) {
        int places = 0;
        std::array<double, 2> const at{0.25, 1900};
        REQUIRE(nc_def_var(group, "place", NC_DOUBLE, 1, &dimensions[2], &places) == NC_NOERR);
        REQUIRE(nc_put_var_double(group, places, at.data()) == NC_NOERR);
    });
    CHECK(read_netcdf(with_numbers).parameters[0].labels == std::vector<std::vector<std::string>>{{"0.25", "1900"}});
}
