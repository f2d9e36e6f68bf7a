/// Names of files: the extension, which tells the format, and how a shell takes a name.
module;
#include <string>

export module firefly.program.input:file_names;

namespace firefly::program {

/// In lower case: ".csv" for "Draws.CSV".
export std::string extension_of(std::string const& file);

/// One word of a command, in quotes where a shell would read more into it.
export std::string in_shell(std::string const& word);

}  // namespace firefly::program
