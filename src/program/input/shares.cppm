/// The data of a run of several processes: each holds a part of the rows.
export module firefly.program.input:shares;

import firefly;
import :options;
import :processes;
import :reading;

namespace firefly::program {

/// The data, and of several processes this one's part: of data that all of them see, or of files of their own. Throws as `read_input`
/// does, and `data_error` where files of different processes do not go together.
export model_input read_share(sample_options const& options, processes const& all);

}  // namespace firefly::program
