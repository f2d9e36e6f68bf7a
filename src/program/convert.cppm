/// `firefly convert`: draws between Stan CSV and netCDF, tables between CSV and NPY. The same numbers, to the last bit.
module;
#include <string>
#include <vector>

export module firefly.program:convert;

namespace firefly::program {

export struct convert_options {
    std::vector<std::string> files;    // what to read, and last what to write
    std::vector<std::string> columns;  // of a table; empty: all
};

/// Throws `data_error` for files that cannot be read, `invalid_argument` for two formats that do not go together.
export void convert(convert_options const& options);

}  // namespace firefly::program
