module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

module firefly.program.run;

import firefly.external;
import firefly;
import firefly.program.input;

namespace firefly::program {

namespace {

std::string duration(double seconds) {
    if (!(seconds < 1e8)) return "?";
    auto const whole = static_cast<std::uint64_t>(std::ceil(seconds));
    if (whole < 120) return fmt::format("{} s", whole);
    if (whole < 7200) return fmt::format("{} min", (whole + 59) / 60);
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string bar_of(double share) {
    constexpr std::size_t width = 12;
    auto const full = static_cast<std::size_t>(share * width);
    return "[" + std::string(full, '#') + std::string(width - full, '-') + "] ";
}

/// 812k, 1.3M: three digits are enough.
std::string compact(double number) {
    if (number >= 999.5e3) return fmt::format("{:.3g}M", number / 1e6);
    if (number >= 999.5) return fmt::format("{:.3g}k", number / 1e3);
    return fmt::format("{:.3g}", number);
}

/// As many as fit, the first in any case.
std::string join(std::vector<std::string> const& fields, std::size_t width) {
    std::string line = fields.front();
    for (auto const& field : fields | std::views::drop(1)) {
        if (line.size() + 2 + field.size() > width) break;
        line += "  " + field;
    }
    return line.substr(0, width);
}

/// Of one chain, or of several together: where they stand of `total`, from where they started.
std::vector<std::string> fields_of(progress_scale const& scale, std::string name, chain_status const& status, std::uint64_t start,
                                   std::uint64_t total, double elapsed, bool bar) {
    double const share = static_cast<double>(status.position) / static_cast<double>(total);
    double const speed = static_cast<double>(status.position - start) / elapsed;
    double const left = std::min(static_cast<double>(total - status.position) / speed, std::max(0.0, scale.max_seconds - elapsed));
    return {std::move(name),
            fmt::format("{}{:3.0f} %", bar ? bar_of(share) : "", std::floor(100 * share)),
            status.position == total ? "done" : fmt::format("{}{} left", scale.is_limit ? "at most " : "", duration(left)),
            fmt::format("{} draws/s", compact(speed)),
            fmt::format("bright {}", compact(status.bright)),
            fmt::format("queries {}", compact(status.queries)),
            fmt::format("accepted {:.2f}", status.acceptance)};
}

std::vector<std::string> fields_of_all(progress_scale const& scale, std::span<chain_status const> chains, double elapsed,
                                       bool bar) {
    chain_status all;
    std::uint64_t start = 0;
    double const count = static_cast<double>(chains.size());
    for (std::size_t i = 0; i < chains.size(); ++i) {
        all.position += chains[i].position;
        all.bright += chains[i].bright / count;
        all.queries += chains[i].queries / count;
        all.acceptance += chains[i].acceptance / count;
        start += scale.start[i];
    }
    auto const slowest = std::ranges::min_element(chains, {}, &chain_status::position)->position;
    auto const name = fmt::format("{} chains, slowest {:.0f} %", chains.size(),
                                  std::floor(100 * static_cast<double>(slowest) / static_cast<double>(scale.total)));
    return fields_of(scale, name, all, start, scale.total * chains.size(), elapsed, bar);
}

}  // namespace

progress_scale::progress_scale(run_settings const& settings, std::vector<std::uint64_t> positions)
    : warm_up(settings.warm_up),
      total(settings.warm_up + settings.draws),
      max_seconds(settings.max_seconds),
      is_limit(settings.target_ess > 0),
      start(std::move(positions)) {}

std::vector<std::string> progress_lines(progress_scale const& scale, std::span<chain_status const> chains, double elapsed,
                                        progress_room const& room) {
    if (chains.size() > room.lines) return {join(fields_of_all(scale, chains, elapsed, room.bar), room.width)};
    std::vector<std::string> result;
    for (std::size_t i = 0; i < chains.size(); ++i) {
        auto const name = fmt::format("chain {}{}", i + 1, chains[i].position < scale.warm_up ? " warm-up" : "");
        result.push_back(join(fields_of(scale, name, chains[i], scale.start[i], scale.total, elapsed, room.bar), room.width));
    }
    return result;
}

}  // namespace firefly::program
