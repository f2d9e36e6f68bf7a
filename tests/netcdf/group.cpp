/// netCDF's calls, seen through `write_netcdf`.
#include <doctest/doctest.h>

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
using firefly::stored_draws;
using firefly::write_netcdf;

TEST_CASE("files may be called anything") {
    temporary_directory const directory;
    fs::create_directory(directory / "http:");
    for (std::string const name : {"über uns #mode=nczarr,file %20.nc", "http://x.nc", "a\\b c:d.nc"}) {
        write_netcdf(directory / name, few_draws());
        fs::rename(directory / name, directory / "plain.nc");  // because the reader is netCDF, which takes them for something else
        CHECK(netcdf_file(directory / "plain.nc").has_group("posterior"));
    }
}

TEST_CASE("a netCDF file that cannot be written is refused in one line") {
    using firefly::output_error;
    temporary_directory const directory;
    CHECK(complaint<output_error>([&] {
              write_netcdf(directory / "none/x.nc", few_draws());
          }).starts_with("none/x.nc: cannot be created in the folder "));
    fs::create_directory(directory / "folder");
    CHECK(complaint<output_error>([&] { write_netcdf(directory / "folder", few_draws()); }) ==
          "folder: cannot be created: Is a directory");
    fs::create_symlink("/dev/full", directory / "x.nc.partial");  // Linux: every write to it finds the disk full
    CHECK(complaint<output_error>([&] { write_netcdf(directory / "x.nc", few_draws()); }) ==
          "x.nc.partial: cannot be written: No space left on device");
    CHECK_FALSE(fs::exists(directory / "x.nc"));
    CHECK_FALSE(fs::exists(fs::symlink_status(directory / "x.nc.partial")));
}

TEST_CASE("what netCDF refuses is told in its own words, with the file, and leaves nothing behind") {
    temporary_directory const directory;
    auto draws = few_draws();
    draws.parameters[0].name = "a/b";  // no name that netCDF would take
    CHECK(complaint<firefly::output_error>([&] { write_netcdf(directory / "x.nc", draws); }) ==
          "x.nc: cannot be written: NetCDF: Name contains illegal characters");
    CHECK(fs::is_empty(directory / ""));
}
