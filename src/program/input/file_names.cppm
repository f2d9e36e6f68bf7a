/// The extension of a file name, which tells the format.
module;
#include <string>

export module firefly.program.input:file_names;

namespace firefly::program {

/// In lower case: ".csv" for "Draws.CSV".
export std::string extension_of(std::string const& file);

}  // namespace firefly::program
