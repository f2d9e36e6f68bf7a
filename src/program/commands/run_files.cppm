/// What a run has on the disk: where its logs and its checkpoint are, and that no name is in another's way.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

export module firefly.program.commands:run_files;

import firefly.program.input;
import firefly.program.run;

namespace firefly::program {

/// The file beside which a run keeps its logs; empty where nothing is to stay.
std::string base_name(sample_options const& options);

/// Also where none was asked for, so that a run that was killed can go on; then it goes away with the run.
std::filesystem::path checkpoint_path(sample_options const& options);

/// One per chain, beside the output.
std::vector<std::filesystem::path> log_paths(sample_options const& options);

/// Those of this process's chains, with as many records of each as are given; new ones where there are none. Throws `invalid_argument`
/// for a name that cannot be written.
run_logs open_logs(sample_options const& options, run_description const& description, std::vector<std::uint64_t> const& records,
                   std::function<bool(std::size_t)> const& is_mine);

/// A checkpoint must not take the place of something else, nor an output that of the data or of another; several processes need a place
/// for their logs. Throws `invalid_argument`.
void check_names(sample_options const& options, processes const& all);
void check_place_for_logs(sample_options const& options, processes const& all);

/// As many as the system lets this process have: a chain has one or two files open.
void allow_many_files();

}  // namespace firefly::program
