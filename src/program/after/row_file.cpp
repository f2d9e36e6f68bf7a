module;
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.netcdf;
import firefly.program.input;
import firefly.program.run;
import :predicted_rows;
import :row_file;

namespace firefly::program {

std::size_t count_rows(fitted_model const& fit, predict_options const& options, std::string_view option) {
    std::error_code ignored;
    if (std::filesystem::exists(options.data, ignored) && !std::filesystem::is_regular_file(options.data, ignored) &&
        !std::filesystem::is_directory(options.data, ignored))
        throw invalid_argument(
            fmt::format("{}: rows are counted first, and {} can be read only once; give a file", option, options.data));
    new_rows rows(fit, options, 1024);
    std::size_t result = 0;
    while (!stop_requested) {
        std::size_t const count = rows.next();
        if (count == 0) break;
        for (std::size_t i = 0; i < count; ++i) result += rows.weight(i) != 0;
    }
    return result;
}

void check_space_for_rows(std::string const& path, row_variable const& of_rows, std::size_t draws, std::string_view option) {
    auto const free = free_space(path);
    double const bytes = of_rows.bytes(draws);
    if (!free || bytes <= static_cast<double>(*free)) return;
    throw invalid_argument(fmt::format(
        "{}: {} rows in {} draws take about {}, and the disk of {} has {} left; use fewer draws (--thin), or another disk", option,
        of_rows.rows, draws, in_bytes(bytes), path, in_bytes(static_cast<double>(*free))));
}

}  // namespace firefly::program
