/// What is said of running chains, one line per chain or one for all of them; see `progress` for where it is shown.
///
///     chain 1  [#####-------]  42 %  3 s left  812k draws/s  bright 0.14  queries 0.72  accepted 0.98
module;
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

export module firefly.program.run:progress_lines;

import firefly.program.input;
import :chain_progress;

namespace firefly::program {

/// The run that the lines are about.
struct progress_scale {
    std::uint64_t warm_up, total;  // iterations of each chain
    double max_seconds;
    bool is_limit;                     // the run may end before all is drawn: time left is at most that
    std::vector<std::uint64_t> start;  // where each chain stood when the clock started

    progress_scale(run_settings const& settings, std::vector<std::uint64_t> positions);
};

/// How much room there is.
struct progress_room {
    std::size_t lines;  // where there are more chains, one line is about all of them
    std::size_t width;  // fields that do not fit are left out
    bool bar;
};

/// `elapsed`: seconds since the start.
std::vector<std::string> progress_lines(progress_scale const& scale, std::span<chain_status const> chains, double elapsed,
                                        progress_room const& room);

}  // namespace firefly::program
