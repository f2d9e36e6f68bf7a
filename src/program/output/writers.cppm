/// Where draws go: Stan CSV or netCDF, by the name of the file. Both are made from the logs when all chains have ended.
module;
#include <filesystem>
#include <vector>

export module firefly.program.output:writers;

import firefly;
import firefly.program.input;
import firefly.program.run;

namespace firefly::program {

/// Throws `invalid_argument` for a name whose format is not known, before there is anything to write.
export void check_output(sample_options const& options);

/// The files that a run leaves: a file for each chain in Stan CSV, one for all in netCDF; none where nobody asked.
export std::vector<std::filesystem::path> output_paths(sample_options const& options);

/// How much these files take, roughly, with this many draws of all chains together.
export double output_bytes(sample_options const& options, double draws, std::size_t parameters);

/// Files appear under their names when they are complete. Chains without a draw after warm-up leave nothing. `ends`: what is to be said of
/// each chain. Stan CSV is written draw by draw, netCDF is put together in memory. Throws `output_error`.
export void write_output(sample_options const& options, run_description const& description, std::vector<chain_result> const& chains,
                         run_logs& logs, std::vector<fact_list> const& ends);

}  // namespace firefly::program
