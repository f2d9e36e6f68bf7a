/// How far the chains are, on standard error.
///
/// On a terminal a line a chain, drawn again and again:
///
///     chain 1  [#####-------]  42 %  3 s left  812k draws/s  bright 0.14  queries 0.72  accepted 0.98
///
/// or one line for all of them where they are more than the terminal has room for; what a narrow one has no room for is left out. In a log the same without a bar, after 5, 10, 20, … seconds:
/// a line a chain for few chains, one for many. Speed and time left are by the clock on the wall, from the start of this run or resumption.
module;
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

export module firefly.program.run:progress;

import firefly.program.input;
import :chain_progress;

namespace firefly::program {

export class progress {
public:
    /// `start`: where each chain stands already. Quiet: nothing is ever shown.
    progress(run_settings const& settings, std::vector<std::uint64_t> start, bool quiet);

    void show(std::span<chain_status const> chains);

private:
    using clock = std::chrono::steady_clock;

    void draw_lines(std::span<chain_status const> chains);
    /// One for each chain, or one for all when they are more than `most`. Not longer than `width`, with a bar if they are to have one.
    std::vector<std::string> lines(std::span<chain_status const> chains, std::size_t most, std::size_t width, bool bar) const;
    /// Of one chain, or of several together: where they stand of `total`, from where they started.
    std::vector<std::string> fields(std::string name, chain_status const& status, std::uint64_t start, std::uint64_t total,
                                    bool bar) const;
    std::vector<std::string> fields_of_all(std::span<chain_status const> chains, bool bar) const;

    std::uint64_t warm_up_, total_;
    double max_seconds_;
    bool is_limit_;  // the run may end before all is drawn: time left is at most that
    std::vector<std::uint64_t> start_;
    bool quiet_, terminal_;
    clock::time_point begin_ = clock::now();
    double next_line_ = 5;         // seconds: of a log
    std::size_t drawn_lines_ = 0;  // on a terminal, since it was last known what it shows
};

}  // namespace firefly::program
