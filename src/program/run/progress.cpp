module;
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

module firefly.program.run;

import firefly.external;
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

}  // namespace

progress::progress(run_settings const& settings, std::vector<std::uint64_t> start, bool quiet)
    : scale_(settings, std::move(start)), quiet_(quiet), terminal_(::isatty(STDERR_FILENO) != 0) {}

void progress::draw_lines(std::span<chain_status const> chains, double elapsed) {
    extent const room = terminal_size();
    std::string text = drawn_lines_ > 0 ? fmt::format("\x1b[{}A", drawn_lines_) : "";
    // One column less: a line that the terminal wraps could not be overwritten.
    std::size_t const lines = std::min<std::size_t>(16, room.lines - std::min<std::size_t>(2, room.lines));
    auto const drawn = progress_lines(scale_, chains, elapsed, {.lines = lines, .width = room.columns - 1, .bar = true});
    for (auto const& each : drawn) text += "\r\x1b[K" + each + "\n";
    drawn_lines_ = drawn.size();
    std::fputs(text.c_str(), stderr);  // not `say_aside`, which would show the control characters; should it fail, the run goes on
}

void progress::show(std::span<chain_status const> chains) {
    if (quiet_) return;
    double const elapsed = std::chrono::duration<double>(clock::now() - begin_).count();
    if (terminal_) {
        draw_lines(chains, elapsed);
    } else if (elapsed >= next_line_) {
        next_line_ *= 2;
        for (auto const& each : progress_lines(scale_, chains, elapsed, {.lines = 8, .width = 200, .bar = false}))
            say_aside(fmt::format("firefly: {}\n", each));
    }
}

}  // namespace firefly::program
