/// Data sets from comma-separated values (RFC 4180).
///
/// A header of names in any order; quotes around any field, with commas, doubled quotes and line breaks inside; LF or CRLF; a
/// UTF-8 byte-order mark; blanks around numbers; blank lines at the end. One pass over the mapped file, and only the chosen columns
/// are converted: about 300 MB/s on one core, for numbers of 6 decimals and of 17 digits alike (release, 100 MB, 11 columns).
/// Nothing is guessed about cells: what is missing, infinite or no number is refused with its line and column, unless rows with
/// missing cells are to be dropped, or the column is one of categories.
module;
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

export module firefly.tables:csv;

import :csv_cursor;
import :file_data;
import :read_options;

namespace firefly {

/// Throws `data_error` with one line that names the file, the line, the column, and what to do.
export file_data read_csv(std::filesystem::path const& path, read_options const& options);

/// The parts that other readers of CSV need: the fields of a record; whether the first record names the columns; the bytes without the
/// byte-order mark, without the blank lines at the end, and without both.
std::vector<std::string> take_record(csv_cursor& cursor);
bool is_header(std::string_view file, std::vector<std::string> const& record, std::optional<bool> known);
std::string_view without_mark(std::string_view text);
std::string_view without_blank_end(std::string_view text);
std::string_view csv_body(std::string_view text);

}  // namespace firefly
