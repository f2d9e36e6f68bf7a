/// All that a run needs to go on: how it was asked for, what it was made of, where each chain stands.
///
/// Set-up (maximum, tables, pilots) depends on data and options alone and is done again; that it came out the same is checked by a number
/// that is made of it.
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
export constexpr checkpoint_kind run_checkpoint{.version = 2};

export struct checkpoint {
    std::vector<std::string> arguments;  // of `firefly sample`
    std::string directory;               // where it was started
    run_description description;
    std::vector<chain_snapshot> chains;
    static auto members(auto& self) { return std::tie(self.arguments, self.directory, self.description, self.chains); }
};

/// Replaces the file at once, or leaves it as it was and throws `output_error`.
export void write_checkpoint(std::filesystem::path const& path, checkpoint const& contents);

/// Throws `data_error` for a file that is no checkpoint, of another version, or damaged.
export checkpoint read_checkpoint(std::filesystem::path const& path);

}  // namespace firefly::program
