/// What the name of a file says of its format.
module;
#include <string>

export module firefly.program.input:file_names;

namespace firefly::program {

/// ".csv" of "Draws.CSV".
export std::string extension_of(std::string const& file);

}  // namespace firefly::program
