/// The rows of a file of any format as numbers, some at a time: files of any size in bounded memory.
///
/// CSV and LIBSVM are read through a window, NPY and IDX are mapped and let go again. (An array that is packed with gzip is unpacked in
/// memory: its columns may lie one after the other.) Classes and categories have provisional codes.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

export module firefly.tables:row_stream;

import :data_format;
import :read_options;
import :row_codes;

namespace firefly {

class row_stream {
public:
    virtual ~row_stream() = default;

    /// Of the features, in the order of a row. There is no intercept among them.
    inline std::vector<std::string> const& columns() const { return columns_; }
    inline std::vector<bool> const& categorical() const { return categorical_; }
    inline std::string const& target_name() const { return target_name_; }

    virtual row_codes make_codes() const = 0;

    /// At most so many rows; how many: fewer only at the end. Throws `data_error` with one line that says where.
    virtual std::size_t next(std::size_t most, row_out out, row_codes& codes) = 0;

    /// Rows that were left out so far because a cell is missing.
    virtual std::size_t dropped() const = 0;

protected:
    std::vector<std::string> columns_;
    std::vector<bool> categorical_;
    std::string target_name_;
};

/// The highest index of LIBSVM files: a pass over each. They say nowhere else how many columns they have.
std::uint64_t highest_index(std::vector<std::filesystem::path> const& paths);

/// `libsvm_columns` is for LIBSVM files only. `options.intercept` must be false. Throws `data_error`.
std::unique_ptr<row_stream> open_rows(std::filesystem::path const& path, read_options const& options, data_format format,
                                      std::uint64_t libsvm_columns);

}  // namespace firefly
