/// All that is needed to resume a run: its options, what set-up found, and the state of each chain.
///
/// Set-up (maximum, tables, pilots) depends on data and options alone. It is repeated when a run resumes, and a fingerprint verifies that it
/// gave the same result.
module;
#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

export module firefly.program.run:checkpoint;

import firefly;
import :chain_progress;
import :description;

namespace firefly::program {

/// Its version changes whenever anything changes that is saved, the states of chains included.
export constexpr checkpoint_kind run_checkpoint{.version = 6};

export struct checkpoint {
    std::vector<std::string> arguments;  // of `firefly sample`
    std::string directory;               // the working directory of the run
    run_description description;
    std::vector<chain_snapshot> chains;
    static auto members(auto& self) { return std::tie(self.arguments, self.directory, self.description, self.chains); }
};

/// Replaces the file atomically, or leaves it unchanged and throws `output_error`.
export void write_checkpoint(std::filesystem::path const& path, checkpoint const& contents);

/// Throws `data_error` for a file that is not a checkpoint, has another version, or is damaged.
export checkpoint read_checkpoint(std::filesystem::path const& path);

}  // namespace firefly::program
