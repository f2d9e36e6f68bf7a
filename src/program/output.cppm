/// Where draws go: Stan CSV or netCDF, by the name of the file.
module;
#include <memory>
#include <string>
#include <vector>

export module firefly.program:output;

import firefly;
import :chains;
import :options;
import :problem;
import :run;

namespace firefly::program {

/// What a run writes. Files appear under their names when they are complete.
export class output {
public:
    virtual ~output() = default;
    /// One a chain.
    virtual std::vector<draw_sink> sinks() = 0;
    /// When all chains have ended.
    virtual void finish() {}
};

/// Throws `invalid_argument` for a name whose format it does not know.
export std::unique_ptr<output> open_output(sample_options const& options, problem const& posed, chosen_chains const& chosen);

}  // namespace firefly::program
