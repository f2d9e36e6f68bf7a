/// A table of doubles to an NPY file (numpy.lib.format, version 1.0), row after row.
///
/// The number of rows need not be known before the last one: the header is of fixed length, and corrected at the end.
module;
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

export module firefly.tables:npy_writer;

import firefly.files;

namespace firefly {

/// Rows that were appended become a file by `finish`.
export class npy_writer {
public:
    /// Throws `output_error`.
    npy_writer(std::filesystem::path const& path, std::size_t columns);

    /// Whole rows.
    void append(std::span<double const> rows);

    /// Gives the file its name.
    void finish();

    /// Leaves nothing of it.
    void discard();

private:
    std::string header() const;

    output_file file_;
    std::size_t columns_;
    std::size_t rows_ = 0;
};

}  // namespace firefly
