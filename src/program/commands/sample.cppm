/// `firefly sample` and `firefly resume`: data in, posterior draws out.
module;
#include <filesystem>

export module firefly.program.commands:sample;

import firefly;
import firefly.program.input;
import firefly.program.run;

namespace firefly::program {

/// Throws `firefly::error` when the input cannot be used, before any file has appeared; `run_failure` afterwards. Whether it was interrupted
/// says `caught_signal`; what was drawn until then is saved.
export void sample(sample_options const& options, processes const& all);

/// Goes on where the checkpoint was written, bit for bit. `options` are those of the run, but for what is said anew.
export void resume(sample_options const& options, std::filesystem::path const& file, checkpoint const& saved, processes const& all);

/// Writes the outputs from what was drawn, and draws nothing.
export void write_what_is_there(sample_options const& options, checkpoint const& saved);

}  // namespace firefly::program
