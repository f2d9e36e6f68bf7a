/// From the words of a command line to one of the commands, with all its options. What follows never sees the words.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

export module firefly.program.input:command_line;

import :commands;

namespace firefly::program {

/// The command that the arguments ask for; nothing for --help and --version, whose answer is then on standard output. `threads`: how many
/// chains run on unless the arguments say. Throws `invalid_argument` for arguments that make no sense, `data_error` for a file of
/// options that cannot be read.
export std::optional<command> read_command_line(std::vector<std::string> arguments, std::size_t threads);

}  // namespace firefly::program
