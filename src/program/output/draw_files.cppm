/// Files of draws, whatever their format: Stan CSV of firefly or CmdStan, netCDF of firefly or ArviZ.
module;
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

export module firefly.program.output:draw_files;

import firefly;

namespace firefly::program {

/// Each Stan CSV file is a chain; a netCDF file has all. The format is told by the first bytes, not by the name. Throws `data_error`.
export stored_draws read_draws(std::vector<std::string> const& files);

/// One line about what was read: files, chains, draws, what was left out. `warm_up`: what becomes of its draws.
export std::string describe(stored_draws const& draws, std::string_view warm_up = "passed over");

/// The draws of all files, one line a parameter.
export std::vector<summary> summarise_draws(stored_draws const& draws);

/// Throws `invalid_argument` when no file can be made there, or it is one of those that are read: told before the work, and as a mistake of
/// whoever gave the name.
export void check_writable(std::string const& file, std::vector<std::string> const& inputs);

/// Throws `invalid_argument` for a file that standard output or standard error goes to: to replace it would destroy what is said there.
export void refuse_own_streams(std::string const& file);

}  // namespace firefly::program
