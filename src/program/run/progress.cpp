module;
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
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

struct extent {
    std::size_t columns, lines;
};

extent terminal_size() {
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {80, 24};
    return {size.ws_col, size.ws_row};
}

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

}  // namespace

progress::progress(run_settings const& settings, std::vector<std::uint64_t> start, bool quiet)
    : warm_up_(settings.warm_up),
      total_(settings.warm_up + settings.draws),
      max_seconds_(settings.max_seconds),
      is_limit_(settings.target_ess > 0),
      start_(std::move(start)),
      quiet_(quiet),
      terminal_(::isatty(STDERR_FILENO) != 0) {}

std::vector<std::string> progress::fields(std::string name, chain_status const& status, std::uint64_t start, std::uint64_t total,
                                          bool bar) const {
    double const elapsed = std::chrono::duration<double>(clock::now() - begin_).count();
    double const share = static_cast<double>(status.position) / static_cast<double>(total);
    double const speed = static_cast<double>(status.position - start) / elapsed;
    double const left = std::min(static_cast<double>(total - status.position) / speed, std::max(0.0, max_seconds_ - elapsed));
    return {std::move(name),
            fmt::format("{}{:3.0f} %", bar ? bar_of(share) : "", std::floor(100 * share)),
            status.position == total ? "done" : fmt::format("{}{} left", is_limit_ ? "at most " : "", duration(left)),
            fmt::format("{} draws/s", compact(speed)),
            fmt::format("bright {}", compact(status.bright)),
            fmt::format("queries {}", compact(status.queries)),
            fmt::format("accepted {:.2f}", status.acceptance)};
}

std::vector<std::string> progress::fields_of_all(std::span<chain_status const> chains, bool bar) const {
    chain_status all;
    std::uint64_t start = 0;
    double const count = static_cast<double>(chains.size());
    for (std::size_t i = 0; i < chains.size(); ++i) {
        all.position += chains[i].position;
        all.bright += chains[i].bright / count;
        all.queries += chains[i].queries / count;
        all.acceptance += chains[i].acceptance / count;
        start += start_[i];
    }
    auto const slowest = std::ranges::min_element(chains, {}, &chain_status::position)->position;
    auto const name = fmt::format("{} chains, slowest {:.0f} %", chains.size(),
                                  std::floor(100 * static_cast<double>(slowest) / static_cast<double>(total_)));
    return fields(name, all, start, total_ * chains.size(), bar);
}

std::vector<std::string> progress::lines(std::span<chain_status const> chains, std::size_t most, std::size_t width,
                                         bool bar) const {
    if (chains.size() > most) return {join(fields_of_all(chains, bar), width)};
    std::vector<std::string> result;
    for (std::size_t i = 0; i < chains.size(); ++i) {
        auto const name = fmt::format("chain {}{}", i + 1, chains[i].position < warm_up_ ? " warm-up" : "");
        result.push_back(join(fields(name, chains[i], start_[i], total_, bar), width));
    }
    return result;
}

void progress::draw_lines(std::span<chain_status const> chains) {
    extent const room = terminal_size();
    std::string text = drawn_lines_ > 0 ? fmt::format("\x1b[{}A", drawn_lines_) : "";
    // A line that the terminal broke in two would not be found again.
    auto const drawn =
        lines(chains, std::min<std::size_t>(16, room.lines - std::min<std::size_t>(2, room.lines)), room.columns - 1, true);
    for (auto const& each : drawn) text += "\r\x1b[K" + each + "\n";
    drawn_lines_ = drawn.size();
    fmt::print(stderr, "{}", text);
}

void progress::show(std::span<chain_status const> chains) {
    if (quiet_) return;
    if (terminal_) {
        draw_lines(chains);
    } else if (std::chrono::duration<double>(clock::now() - begin_).count() >= next_line_) {
        next_line_ *= 2;
        for (auto const& each : lines(chains, 8, 200, false)) fmt::print(stderr, "firefly: {}\n", each);
    }
}

}  // namespace firefly::program
