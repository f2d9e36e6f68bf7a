module;
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.output;
import :definition;

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

/// With effective draws per second if the sampling time is known.
std::string table_with_speed(std::span<summary const> lines, double time) {
    std::vector<summary> shown(lines.begin(), lines.end());
    for (auto& line : shown) line.name = visible(line.name);  // a name from a file may contain line breaks
    std::string const table = format_table(shown);
    if (!(time > 0)) return table;
    std::string result;
    std::size_t row = 0;
    for (std::string_view rest = table; !rest.empty(); ++row) {
        auto const end = rest.find('\n');
        std::string const speed = row == 0 ? "ess_bulk/s" : rounded(shown[row - 1].ess_bulk / time, 4);
        result += fmt::format("{}{:>12}\n", rest.substr(0, end), speed);
        rest.remove_prefix(end + 1);
    }
    return result;
}

/// The first lines, and how many are left out.
std::string start_of_table(std::span<summary const> lines, double time, std::size_t most, std::string_view what) {
    std::size_t const shown = std::min(most, lines.size());
    std::string result = table_with_speed(lines.first(shown), time);
    if (shown < lines.size()) result += fmt::format("… and {} more {}.\n", lines.size() - shown, what);
    return result;
}

}  // namespace

draw_summary summarise_with_contrasts(stored_draws const& draws, std::optional<std::string> const& reference) {
    auto const contrasts = contrasts_of(draws, reference);  // first: the reference may be refused
    draw_summary result{.lines = summarise_draws(draws), .contrasts = contrasts};
    result.parameters = result.lines.size();
    for (std::size_t i = 0; contrasts && i < contrasts->size(); ++i)
        result.lines.push_back(summarise(contrasts->name(i), contrasts->draws(i)));
    return result;
}

std::string tables_with_speed(draw_summary const& found, std::vector<double> const& seconds, std::size_t most) {
    std::string result = start_of_table(found.of_parameters(), total(seconds), most, "parameters");
    if (found.contrasts)
        result += fmt::format(
            "\nContrasts: weights less those of {}. They are what the data say; single weights also depend on the prior.\n{}",
            in_quotes(found.contrasts->reference()), start_of_table(found.of_contrasts(), total(seconds), most, "contrasts"));
    return result;
}

void summarise_files(summary_options const& options) {
    if (!options.csv.empty()) check_writable(options.csv, options.files);
    auto const draws = read_draws(options.files);
    auto const found = summarise_with_contrasts(draws, options.reference);
    if (!options.csv.empty()) write_csv(options.csv, found.lines, total(draws.sampling_seconds));
    say(fmt::format("{}\n", describe(draws)));
    for (auto const& [name, value] : definition_of(draws.facts)) say(fmt::format("{}: {}\n", name, visible(value)));
    say(fmt::format("\n{}", tables_with_speed(found, draws.sampling_seconds, found.lines.size())));
    if (has_unnamed_classes(draws)) say("No contrasts: the files do not say what their classes are called.\n");
}

}  // namespace firefly::program
