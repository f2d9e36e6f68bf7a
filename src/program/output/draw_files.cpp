module;
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

module firefly.program.output;

import firefly.external;
import firefly;
import firefly.netcdf;

namespace firefly::program {

namespace {

/// Of a pipe nothing is read ahead: netCDF cannot come that way.
bool is_netcdf(std::string const& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored)) return false;
    std::string start(4, '\0');
    std::ifstream(file, std::ios::binary).read(start.data(), 4);
    return start == "\x89HDF" || start.starts_with("CDF");
}

}  // namespace

stored_draws read_draws(std::vector<std::string> const& files) {
    std::vector<std::filesystem::path> const paths(files.begin(), files.end());
    auto const binary = static_cast<std::size_t>(std::ranges::count_if(files, is_netcdf));
    if (binary == 0) return read_stan_csv(paths);
    if (files.size() > 1)
        throw data_error(fmt::format("{}: netCDF holds all chains of a run; give one such file and nothing else",
                                     *std::ranges::find_if(files, is_netcdf)));
    return read_netcdf(paths.front());
}

void check_writable(std::string const& file, std::vector<std::string> const& inputs) {
    std::error_code ignored;
    for (auto const& input : inputs)
        if (std::filesystem::is_regular_file(file, ignored) && std::filesystem::equivalent(input, file, ignored))
            throw invalid_argument(fmt::format("{}: is read and written; give the result another name", input));
    refuse_own_streams(file);
    try {
        output_file::check(file);
    } catch (output_error const& failure) { throw invalid_argument(failure.what()); }
}

void refuse_own_streams(std::string const& file) {
    struct stat named{}, open{};
    if (::stat(file.c_str(), &named) != 0 || !S_ISREG(named.st_mode)) return;
    std::error_code ignored;
    bool const is_link = std::filesystem::is_symlink(file, ignored);  // /dev/stdout is not replaced: see `output_file`
    for (int const stream : {STDOUT_FILENO, STDERR_FILENO})
        if (!is_link && ::fstat(stream, &open) == 0 && open.st_dev == named.st_dev && open.st_ino == named.st_ino)
            throw invalid_argument(fmt::format("{}: is where standard {} goes; give each its own file", file,
                                               stream == STDOUT_FILENO ? "output" : "error"));
}

std::string describe(stored_draws const& draws, std::string_view warm_up) {
    std::string result = fmt::format("{} chain{} of {} draws", draws.chains(), draws.chains() == 1 ? "" : "s", draws.length());
    if (auto const model = find_fact(draws.facts, "model")) result += fmt::format(", model {}", *model);
    if (auto const kernel = find_fact(draws.facts, "kernel")) result += fmt::format(", kernel {}", *kernel);
    result += ".";
    std::size_t const rows = draws.chains() * draws.warm_up_length();
    if (rows > 0) result += fmt::format(" {} draws of warm-up are {}.", rows, warm_up);
    if (!draws.cut.empty()) result += " " + draws.cut;
    return result;
}

std::vector<summary> summarise_draws(stored_draws const& draws) {
    std::vector<summary> lines;
    for (auto const& variable : draws.parameters)
        for (std::size_t i = 0; i < variable.size(); ++i) lines.push_back(summarise(variable.element_name(i), variable.element(i)));
    return lines;
}

}  // namespace firefly::program
