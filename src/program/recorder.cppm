/// The draws of a run in memory, for the words, the table and the report at its end.
///
/// Stands before the sinks that write files: what it sees it passes on, and before a chain's file is finished it tells it the facts that
/// only the end of the chain knows.
module;
#include <cstddef>
#include <memory>
#include <vector>

export module firefly.program:recorder;

import firefly;
import :problem;
import :run;

namespace firefly::program {

export class recorder {
public:
    recorder(problem const& posed, fact_list facts, std::size_t chains);
    ~recorder();

    /// The sinks to run the chains with, in place of these. The recorder must outlive the run.
    std::vector<draw_sink> before(std::vector<draw_sink> sinks);

    /// The parts of it: a draw after warm-up, on the chain's own thread; the end of a chain, which gives the facts that are known then.
    void append(std::size_t chain, draw const& current);
    fact_list const& end(std::size_t chain, double warm_up_seconds, double sampling_seconds);

    /// What was drawn, when all chains have ended; chains without a draw are left out. Takes it away from the recorder.
    stored_draws take();

private:
    struct chain_record;
    problem const& posed_;
    fact_list facts_;
    std::vector<std::unique_ptr<chain_record>> chains_;
};

}  // namespace firefly::program
