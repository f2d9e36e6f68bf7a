/// Arrays as NumPy saves them (numpy.lib.format, versions 1.0 to 3.0).
///
///     "\x93NUMPY" major minor, length of the header (2 bytes, 4 since version 2), header, elements
///
/// The header is a Python dictionary: {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }. Read here: one or two
/// dimensions, either order of elements, little-endian floats of 4 and 8 bytes, integers of 1 to 8 bytes, booleans. Integers beyond
/// 2⁵³ are rounded to the nearest double. The file is mapped; sizes are checked against its length before anything is allocated.
module;
#include <filesystem>

export module firefly.io:npy;

import firefly.core;
import firefly.data;
import :read_options;

namespace firefly {

/// All elements; an array of one dimension is a matrix of one column. NaN and infinity are passed on. Throws `data_error`.
export matrix read_npy(std::filesystem::path const& path);

/// Columns are called by their number from 1. The target is one of them, or another file: a `target` that ends in ".npy". Throws
/// `data_error` with one line that names the file, the row, the column, and what to do; NaN and infinity are refused.
export data_set read_npy(std::filesystem::path const& path, read_options const& options);

}  // namespace firefly
