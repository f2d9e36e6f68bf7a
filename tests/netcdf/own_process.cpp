/// Files that end the library, seen through `read_netcdf`.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>

#include "support/temporary_directory.hpp"

#include "support/few_draws.hpp"

import firefly.core;
import firefly.draws;
import firefly.netcdf;

using firefly::read_netcdf;
using firefly::write_netcdf;

namespace {

/// Names of features lie in one of HDF5's heaps of texts. The variable has for each of them its length, where the heap is, and its number there.
struct named_file {
    temporary_directory directory;
    std::string bytes;
    std::size_t heap = 0, name = 0, number = 0;  // where the heap is, the first name in it, and the number of that in the variable

    named_file() {
        write_netcdf(directory / "draws.nc", few_draws());
        bytes = read_bytes(directory / "draws.nc");
        heap = bytes.find("GCOL");
        name = bytes.find("(intercept)", heap);
        std::string reference{11, 0, 0, 0};
        for (int i = 0; i < 8; ++i) reference += static_cast<char>(heap >> 8 * i);
        number = bytes.find(reference) + reference.size();
        REQUIRE(heap < name);
        REQUIRE(number < bytes.size());
    }

    /// What is said of the file after a change.
    std::string refusal(std::size_t place, char value) {
        bytes[place] = value;
        directory.write("damaged.nc", bytes);
        return complaint<firefly::data_error>([&] { read_netcdf(directory / "damaged.nc"); });
    }
};

std::size_t open_files() {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

}  // namespace

TEST_CASE("a netCDF file that crashes the library is refused in a line, and nothing is left of the crash") {
    named_file file;
    std::size_t const before = open_files();
    // The number of a text far behind the last: HDF5 1.10 looks there without a check.
    CHECK(
        file.refusal(file.number + 3, '\x70') ==
        "damaged.nc: this netCDF file is damaged: the library that reads it crashed (Segmentation fault); use another copy, or write it again");
    CHECK(open_files() == before);
    CHECK(read_netcdf(file.directory / "draws.nc").length() == 2);
}

TEST_CASE("a netCDF file that keeps the library in a loop is refused in a line") {
    named_file file;
    // The length of a text that ends among zeros: HDF5 1.10 takes them for a text of no length, and goes on by that.
    CHECK(
        file.refusal(file.name - 7, '\x05') ==
        "damaged.nc: this netCDF file is damaged: the library that reads it did not come to an end in 2 s; use another copy, or write it again");
}
