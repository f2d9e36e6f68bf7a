/// Parses the command line into one command with all its options, as typed values: no later code sees the text.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

export module firefly.program.input:command_line;

import :commands;

namespace firefly::program {

/// The command that the arguments ask for; empty for --help and --version, which print their answer on standard output. `threads` is the
/// default of --threads. Throws `invalid_argument` for arguments that cannot be used, `data_error` for a --config file that cannot be read.
export std::optional<command> read_command_line(std::vector<std::string> arguments, std::size_t threads);

}  // namespace firefly::program
