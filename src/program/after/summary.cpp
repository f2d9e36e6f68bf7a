module;
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.output;

namespace firefly::program {

namespace {

/// The total time of all chains, as in stansummary; 0 if it is not known.
double total(std::vector<double> const& seconds) {
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

void write_csv(std::string const& path, std::span<summary const> lines, double seconds) {
    std::string text =
        fmt::format("name,mean,sd,mcse_mean,q5,median,q95,ess_bulk,ess_tail,r_hat{}\n", seconds > 0 ? ",ess_per_second" : "");
    for (auto const& line : lines) {
        text += fmt::format("{},{},{},{},{},{},{},{},{},{}", csv_field(line.name), line.mean, line.sd, line.mcse_mean, line.q5,
                            line.median, line.q95, line.ess_bulk, line.ess_tail, line.r_hat);
        text += seconds > 0 ? fmt::format(",{}\n", line.ess_bulk / seconds) : "\n";
    }
    write_file(path, text);
}

}  // namespace

std::string table_with_speed(std::span<summary const> lines, std::vector<double> const& seconds, std::size_t most) {
    std::vector<summary> shown(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(std::min(most, lines.size())));
    for (auto& line : shown) line.name = visible(line.name);  // a name from a file may contain line breaks
    std::string const table = format_table(shown);
    double const time = total(seconds);
    if (!(time > 0)) return table;
    std::string result;
    std::size_t row = 0;
    for (std::string_view rest = table; !rest.empty(); ++row) {
        auto const end = rest.find('\n');
        std::string const speed = row == 0 ? "ess_bulk/s" : fmt::format("{:.4g}", shown[row - 1].ess_bulk / time);
        result += fmt::format("{}{:>12}\n", rest.substr(0, end), speed);
        rest.remove_prefix(end + 1);
    }
    return result;
}

void summarise_files(summary_options const& options) {
    if (!options.csv.empty()) check_writable(options.csv, options.files);
    auto const draws = read_draws(options.files);
    auto const lines = summarise_draws(draws);
    if (!options.csv.empty()) write_csv(options.csv, lines, total(draws.sampling_seconds));
    say(fmt::format("{}\n\n{}", describe(draws), table_with_speed(lines, draws.sampling_seconds, lines.size())));
}

}  // namespace firefly::program
