/// Reads the data for one or several processes, each of which holds a share of the rows, and puts columns on the scale that is sampled.
export module firefly.program.input:shares;

import firefly;
import :options;
import :processes;
import :reading;

namespace firefly::program {

/// All rows for one process. For several processes the share of this one: of a file that all of them read, or the file of its own. Columns
/// are centred and standardized as the options say, by the means of all rows. Throws as `read_input` does, and `data_error` if the files of different processes are incompatible.
export model_input read_share(sample_options const& options, processes const& all);

}  // namespace firefly::program
