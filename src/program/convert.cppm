/// `firefly convert`: data of any size to a row store, draws between Stan CSV and netCDF, tables between CSV and NPY. The same numbers, to the
/// last bit, unless four bytes are asked for.
module;
#include <string>
#include <vector>

export module firefly.program:convert;

import :options;

namespace firefly::program {

export struct convert_options {
    std::vector<std::string> files;    // what to read, and last what to write
    std::vector<std::string> columns;  // of a table; empty: all
    sample_options input;              // how data for a store are read
    bool check = false;                // only look whether stores are as they were written
};

/// Throws `data_error` for files that cannot be read, `invalid_argument` for two formats that do not go together.
export void convert(convert_options const& options);

}  // namespace firefly::program
