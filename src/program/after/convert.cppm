/// `firefly convert`: data of any size to a row store, draws between Stan CSV and netCDF, tables between CSV and NPY. The same numbers, to the
/// last bit, unless four bytes are asked for.
export module firefly.program.after:convert;

import firefly.program.input;

namespace firefly::program {

/// Throws `data_error` for files that cannot be read, `invalid_argument` for two formats that do not go together.
export void convert(convert_options const& options);

}  // namespace firefly::program
