/// The rows of files of any format as numbers, some at a time: the one reader, of files of any size in bounded memory.
///
///     CSV       RFC 4180: a header of names in any order; quotes around any field, with commas, doubled quotes and line breaks inside;
///               LF or CRLF; a UTF-8 byte-order mark; blanks around numbers; blank lines at the end
///     LIBSVM    label index:value index:value … # comment; what is not written is zero; a value of nan is a missing cell
///     NPY, IDX  arrays of numbers, with the target as a column or in another file; NaN is a missing cell
///     stores    see `row_store`
///
/// Texts and arrays may be packed with gzip. Texts are read through a window, arrays and stores are mapped and let go again. (An array that is
/// packed is unpacked in memory: its columns may lie one after the other.) Only the chosen columns are converted: about 300 MB/s of CSV on one
/// core, for numbers of 6 decimals and of 17 digits alike (release, 100 MB, 11 columns). Nothing is guessed about cells: what is missing,
/// infinite or no number is refused with its line and column, unless rows with missing cells are to be dropped, or the column is one of
/// categories.
///
/// Classes and categories are codes in order of appearance, or places among the levels where these are known before.
module;
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

export module firefly.tables:row_stream;

import firefly.data;
import :data_format;
import :read_options;
import :row_out;

namespace firefly {

/// The rows that are left, from files that follow each other.
export class row_stream {
public:
    /// The files follow each other and have the same columns, in any order. Each has the format that is given, or that its name says. Opens
    /// the first. Throws `data_error` in one line: what is wrong, where, and what to do.
    row_stream(std::vector<std::filesystem::path> paths, read_options const& options, std::optional<data_format> format = {},
               reading how = reading::in_pieces);
    ~row_stream();
    row_stream(row_stream&&) noexcept;

    /// Of the features, in the order of a row. There is no intercept among them.
    std::vector<std::string> const& names() const;
    /// Which of them are categories.
    std::vector<bool> const& categorical() const;
    bool has_target() const;
    /// Of all columns of the file that is open, whether they are read or not.
    std::vector<std::string> const& file_columns() const;

    /// No more rows than this can follow: known where the file is read at once, and of arrays and stores.
    std::optional<std::size_t> most_rows() const;

    /// At most `most` rows. Returns how many: fewer only at the end. Throws `data_error` with one line that says where.
    std::size_t next(std::size_t most, row_out out);

    /// Rows that were left out so far because a cell is missing.
    std::size_t dropped() const;

    /// The features, with the levels that were in rows up to now. A level that was in no row but dropped ones is forgotten.
    std::vector<coded_column> columns() const;
    /// The target, with its classes as levels in the same way.
    coded_column target() const;
    /// Throws `data_error` where the target has one class only up to now, or another number of them than `class_count` says.
    void check_classes() const;

private:
    struct state;

    std::unique_ptr<state> state_;
};

}  // namespace firefly
