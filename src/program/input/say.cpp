module;
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

module firefly.program.input;

import firefly;

namespace firefly::program {

namespace {

[[noreturn]] void refuse(int reason) {
    std::string const message = cannot("written", "standard output", reason);
    if (reason == EPIPE) throw broken_pipe(message);
    throw output_error(message);
}

void put(std::string_view text) {
    auto const held = hold_status_line();
    if (std::fwrite(text.data(), 1, text.size(), stdout) < text.size()) refuse(errno);
}

}  // namespace

void say(std::string_view text) {
    put(visible(text, "\n"));
}

void say_data(std::string_view text) {
    ::isatty(STDOUT_FILENO) != 0 ? say(text) : put(text);
}

void say_aside(std::string_view text) {
    std::string const shown = visible(text, "\n");
    auto const held = hold_status_line();
    std::fwrite(shown.data(), 1, shown.size(), stderr);
}

void finish_saying() {
    if (std::fflush(stdout) != 0) refuse(errno);
}

}  // namespace firefly::program
