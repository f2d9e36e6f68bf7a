/// What an output says of the run that made it, so that `diagnose`, `predict` and `report` need nothing but the file.
///
/// Attributes of netCDF, comments `# firefly_KEY = value` of Stan CSV. After the run, for each chain:
///
///     outside_region    the share of its draws that lie outside the region within which the bound is sharp
///     brightest         row:share …: the data that were bright in the largest share of its draws
module;
#include <vector>

export module firefly.program.output:metadata;

import firefly;
import firefly.program.input;
import firefly.program.setup;

namespace firefly::program {

/// Known before the first draw.
export fact_list describe_run(sample_options const& options, model_setup const& setup);

}  // namespace firefly::program
