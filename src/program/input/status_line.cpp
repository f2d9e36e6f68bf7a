module;
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

module firefly.program.input;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

using clock = std::chrono::steady_clock;

std::mutex& of_line() {
    static std::mutex result;
    return result;
}
bool is_drawn = false;  // guarded by that

void wipe() {
    if (std::exchange(is_drawn, false)) std::fputs("\r\x1b[K", stderr);
}

/// One column less than the terminal has: what it wraps could not be wiped.
std::size_t room() {
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2 ? 79 : size.ws_col - 1u;
}

void draw(std::string const& text) {
    std::fputs(("\r\x1b[K" + text.substr(0, room())).c_str(), stderr);
    std::fflush(stderr);
    is_drawn = true;
}

}  // namespace

struct status_line::state {
    bool const is_terminal = ::isatty(STDERR_FILENO) != 0;
    std::string what = {};
    std::function<std::string()> known = {};
    clock::time_point since = clock::now();
    double next_line = 5;  // of a log, in seconds
    bool is_over = false;
    std::condition_variable waiting = {};
    std::thread thread = {};

    void watch() {
        using namespace std::chrono_literals;
        std::unique_lock held(of_line());
        while (!waiting.wait_for(held, 250ms, [&] { return is_over; }))
            show(std::chrono::duration<double>(clock::now() - since).count());
    }

    void show(double seconds) {
        if (what.empty() || seconds < (is_terminal ? 1 : next_line)) return;
        std::string const text = visible(status_text(what, known ? known() : std::string(), seconds));
        if (is_terminal) return draw(text);
        next_line *= 2;
        std::fputs(fmt::format("firefly: {}\n", text).c_str(), stderr);
    }
};

status_line::status_line(bool quiet) {
    if (quiet) return;
    state_ = std::make_unique<state>();
    state_->thread = std::thread([shown = state_.get()] { shown->watch(); });
}

status_line::~status_line() {
    if (!state_) return;
    {
        std::scoped_lock const held(of_line());
        wipe();
        state_->is_over = true;
    }
    state_->waiting.notify_all();
    state_->thread.join();
}

void status_line::set(std::string what, std::function<std::string()> known) {
    if (!state_) return;
    std::scoped_lock const held(of_line());
    wipe();
    state_->what = std::move(what);
    state_->known = std::move(known);
    state_->since = clock::now();
    state_->next_line = 5;
}

std::unique_lock<std::mutex> hold_status_line() {
    std::unique_lock held(of_line());
    wipe();
    return held;
}

std::string status_text(std::string const& what, std::string const& known, double seconds) {
    return fmt::format("{}: {}{}{:.0f} s", what, known, known.empty() ? "" : ", ", seconds);
}

std::string progress_in_file(std::filesystem::path const& file) {
    std::error_code failure;
    auto const size = std::filesystem::file_size(file, failure);
    if (failure || size == 0) return "";
    std::uint64_t farthest = 0;
    for (auto const& open : std::filesystem::directory_iterator("/proc/self/fd", failure)) {
        if (!std::filesystem::equivalent(open.path(), file, failure)) continue;
        std::string word;
        std::uint64_t place = 0;
        std::ifstream info("/proc/self/fdinfo/" + open.path().filename().string());
        if (info >> word >> place && word == "pos:") farthest = std::max(farthest, place);
    }
    if (farthest == 0) return "";
    return fmt::format("{:.0f} % of {}",
                       100 * static_cast<double>(std::min<std::uint64_t>(farthest, size)) / static_cast<double>(size),
                       in_bytes(static_cast<double>(size)));
}

std::string progress_in_passes(std::uint64_t read, std::size_t rows) {
    if (read == 0 || rows == 0) return "";
    return fmt::format("{:.1f} passes over {} rows", static_cast<double>(read) / static_cast<double>(rows), rows);
}

}  // namespace firefly::program
