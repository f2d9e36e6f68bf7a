/// Where draws go: Stan CSV or netCDF, by the name of the file.
module;
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

export module firefly.program.output:writers;

import firefly;
import firefly.program.input;
import firefly.program.run;

namespace firefly::program {

/// What a run writes from its draws. Files appear under their names when they are complete.
export class output {
public:
    virtual ~output() = default;
    /// One a chain, to be called on the chain's thread with every draw that is kept; none where all is made at the end. What others than
    /// this process drew is taken from the logs then.
    virtual std::vector<std::function<void(draw const&)>> append() { return {}; }
    /// When all chains have ended, from what they kept; `ends`: what is to be said of each then.
    virtual void finish(std::vector<chain_result> const& chains, run_logs& logs, std::vector<fact_list> const& ends) = 0;
    /// Leaves nothing behind.
    virtual void discard() {}
    /// The files that there will be.
    virtual std::vector<std::filesystem::path> paths() const = 0;
};

/// Throws `invalid_argument` for a name whose format is not known, before there is anything to write.
export void check_output(sample_options const& options);

/// Draws that are in the logs already are written at once. Throws `invalid_argument` for a name that cannot be written.
export std::unique_ptr<output> open_output(sample_options const& options, run_description const& description, run_logs& logs);

}  // namespace firefly::program
