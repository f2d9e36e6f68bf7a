/// How far the chains are, on standard error.
///
/// On a terminal one line per chain, drawn again and again, or one line for all of them where they are more than the terminal has room for.
/// In a log the same without a bar, after 5, 10, 20, … seconds. Speed and time left are by the clock on the wall, from the start of this
/// run or resumption.
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
    /// `start`: where each chain stands already. Quiet: nothing is ever shown.
    progress(run_settings const& settings, std::vector<std::uint64_t> start, bool quiet);

    void show(std::span<chain_status const> chains);

private:
    using clock = std::chrono::steady_clock;

    void draw_lines(std::span<chain_status const> chains, double elapsed);

    progress_scale scale_;
    bool quiet_, terminal_;
    clock::time_point begin_ = clock::now();
    double next_line_ = 5;         // seconds: of a log
    std::size_t drawn_lines_ = 0;  // on a terminal, since it was last known what it shows
};

}  // namespace firefly::program
