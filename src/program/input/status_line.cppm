/// What a command is at before it has anything to say: one line on standard error.
///
///     Reading flights.csv: 42 % of 3.1 GiB, 12 s
///     Finding the maximum, trying samplers: 7.2 passes over 10000000 rows, 31 s
///
/// On a terminal the line is rewritten four times a second, from the first second on, and is gone before anything else is said. In a log it is a line
/// after 5, 10, 20, … seconds of each stage, as that of chains. Cost: a thread that sleeps.
///
/// How far the data's file has been read is its descriptor's place in it; the library counts the rows of its passes.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

export module firefly.program.input:status_line;

namespace firefly::program {

export class status_line {
public:
    /// At most one at a time. `quiet`: shows nothing.
    explicit status_line(bool quiet);
    /// The line is gone.
    ~status_line();

    /// The next stage. `known` is asked for what is known of it, if it is given, by another thread; nothing may come of it.
    void set(std::string what, std::function<std::string()> known = {});

private:
    struct state;
    std::unique_ptr<state> state_;
};

/// Takes the line away, and lets none be drawn as long as the lock is held: something else is said.
std::unique_lock<std::mutex> hold_status_line();

/// "Reading x.csv: 42 % of 3.1 GiB, 12 s".
std::string status_text(std::string const& what, std::string const& known, double seconds);

/// How far this process has read a file that it has open: "42 % of 3.1 GiB"; empty where the system does not say.
export std::string progress_in_file(std::filesystem::path const& file);

/// What has been read of some rows again and again: "7.2 passes over 10000000 rows"; empty before the first.
export std::string progress_in_passes(std::uint64_t read, std::size_t rows);

}  // namespace firefly::program
