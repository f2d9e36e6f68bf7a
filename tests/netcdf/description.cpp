/// What all groups say, seen in the files of both writers.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "support/netcdf_file.hpp"
#include "support/temporary_directory.hpp"

#include "support/few_draws.hpp"

import firefly.draws;
import firefly.files;
import firefly.netcdf;

TEST_CASE("every group of every file says who made it") {
    temporary_directory const directory;
    firefly::write_netcdf(directory / "draws.nc", few_draws());
    firefly::netcdf_row_writer writer(directory / "rows.nc", few_draws(), {.group = "log_likelihood", .name = "y", .rows = 1});
    double const values[] = {1, 2, 3, 4};
    writer.append(values);
    writer.commit();
    netcdf_file const draws(directory / "draws.nc"), rows(directory / "rows.nc");
    for (std::string const group : {"/", "posterior"}) {
        CHECK(draws.text(group, "inference_library") == "firefly");
        CHECK(rows.text(group, "inference_library") == "firefly");
    }
    CHECK(rows.text("log_likelihood", "inference_library") == "firefly");
}
