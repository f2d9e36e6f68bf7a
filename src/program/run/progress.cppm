/// Shows the progress of the chains on standard error.
///
/// On a terminal: one line per chain, redrawn in place, or one line for all chains if the terminal has too few lines. In a log: the same
/// without a bar, after 5, 10, 20, … seconds. Speed and time left are measured in wall-clock time from the start of this run or resumption.
module;
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

export module firefly.program.run:progress;

import firefly.program.input;
import :chain_progress;
import :progress_lines;

namespace firefly::program {

export class progress {
public:
    /// `start`: the position of each chain now. `quiet`: show nothing.
    progress(run_settings const& settings, std::vector<std::uint64_t> start, bool quiet);

    void show(std::span<chain_status const> chains);

private:
    using clock = std::chrono::steady_clock;

    void draw_lines(std::span<chain_status const> chains, double elapsed);

    progress_scale scale_;
    bool quiet_, terminal_;
    clock::time_point begin_ = clock::now();
    double next_line_ = 5;         // of a log, in seconds
    std::size_t drawn_lines_ = 0;  // on a terminal: how many to overwrite
};

}  // namespace firefly::program
