/// Data sets from LIBSVM's text format (also that of SVMlight): sparse in the file, dense in memory.
///
///     label index:value index:value … # comment
///
/// Indices count from 1 and ascend; what is not written is zero. There are as many columns as the highest index says, called by their
/// number; the label is a number or a name, and is the target. Blank lines and lines of nothing but a comment are passed over. Two passes over
/// the mapped file: the first finds the size, so that a wide file is refused before memory is spent on it. docs/input.md has the speed.
/// A value of nan is a missing cell.
module;
#include <filesystem>

export module firefly.tables:libsvm;

import :file_data;
import :read_options;

namespace firefly {

/// Throws `data_error` with one line that names the file, the line, and what to do.
export file_data read_libsvm(std::filesystem::path const& path, read_options const& options);

}  // namespace firefly
