/// Files that end the library, seen through `read_netcdf`.
///
/// Which bytes crash HDF5, or keep it in a loop, differs from release to release: a text's number far beyond the last crashed 1.10, and 1.14
/// refuses it. So here the file is sound and the library fails: this program's function that reads texts stands before netCDF's.
#include <dlfcn.h>
#include <doctest/doctest.h>
#include <netcdf.h>

#include <csignal>
#include <cstddef>
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

enum class fate { returns, crashes, never_ends } of_the_library = fate::returns;

}  // namespace

extern "C" int nc_get_var_string(int group, int variable, char** texts) {
    if (of_the_library == fate::crashes) std::raise(SIGSEGV);
    for (fate const volatile& now = of_the_library; now == fate::never_ends;) {}
    static auto* const of_netcdf = reinterpret_cast<decltype(&nc_get_var_string)>(::dlsym(RTLD_NEXT, "nc_get_var_string"));
    return of_netcdf(group, variable, texts);
}

namespace {

/// Draws whose features have names, which are texts.
struct named_file {
    temporary_directory directory;

    named_file() { write_netcdf(directory / "draws.nc", few_draws()); }

    firefly::stored_draws read() const { return read_netcdf(directory / "draws.nc"); }

    /// What is said of the file when the library fails so.
    std::string refusal(fate failure) const {
        of_the_library = failure;
        std::string const said = complaint<firefly::data_error>([&] { read(); });
        of_the_library = fate::returns;
        return said;
    }
};

std::size_t open_files() {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {}));
}

}  // namespace

TEST_CASE("a netCDF file that crashes the library is refused in a line, and nothing is left of the crash") {
    named_file const file;
    std::size_t const before = open_files();
    CHECK(
        file.refusal(fate::crashes) ==
        "draws.nc: this netCDF file is damaged: the library that reads it crashed (Segmentation fault); use another copy, or write it again");
    CHECK(open_files() == before);
    CHECK(file.read().length() == 2);
}

TEST_CASE("a netCDF file that keeps the library in a loop is refused in a line") {
    CHECK(
        named_file().refusal(fate::never_ends) ==
        "draws.nc: this netCDF file is damaged: the library that reads it did not come to an end in 2 s; use another copy, or write it again");
}
