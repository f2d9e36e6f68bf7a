/// `firefly sample` and `firefly resume`: from data to posterior draws.
module;
#include <filesystem>

export module firefly.program.commands:sample;

import firefly;
import firefly.program.input;
import firefly.program.run;

namespace firefly::program {

/// Throws `firefly::error` for input that cannot be used, before any file is created, and `run_failure` afterwards. After a signal, what was
/// drawn is saved and the function returns: see `caught_signal`.
export void sample(sample_options const& options, processes const& all);

/// Continues from the checkpoint, bit for bit. `options` are those of the run with the changes of `resume`.
export void resume(sample_options const& options, std::filesystem::path const& file, checkpoint const& saved, processes const& all);

/// Writes the outputs from the draws so far, without drawing more.
export void write_what_is_there(sample_options const& options, checkpoint const& saved);

}  // namespace firefly::program
