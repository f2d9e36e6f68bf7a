/// The rows of a LIBSVM file as numbers, some at a time: what `libsvm` reads at once and `row_stream` piece by piece.
module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

export module firefly.tables:libsvm_rows;

import firefly.files;
import :columns;
import :labels;
import :read_options;
import :row_codes;

namespace firefly {

/// Moves over the records and their entries.
class libsvm_cursor {
public:
    /// The window must outlive it.
    libsvm_cursor(std::string file, text_window& window);

    [[noreturn]] void fail(std::string_view what) const;

    /// To the next line that holds a record, whose label it takes. False at the end. What was taken before is gone.
    bool next_record(std::string_view& label);

    /// The next entry of the record: false at its end.
    bool next_entry(std::uint64_t& index, std::string_view& value);

private:
    std::string_view take_token();

    std::string file_;
    text_window* window_;
    std::string_view left_;
    std::string_view record_;
    std::size_t line_ = 0;
    std::uint64_t last_index_ = 0;
};

/// Rows, and columns by the highest index.
struct libsvm_size {
    std::size_t rows = 0;
    std::uint64_t columns = 0;
};

/// One pass. Throws `data_error` for what is no LIBSVM, and where there is no row.
libsvm_size measure_libsvm(std::string const& file, text_window& window);

class libsvm_rows {
public:
    /// There are so many columns. Throws `data_error` when one that was asked for does not exist.
    libsvm_rows(std::string file, text_window& window, std::uint64_t columns, read_options const& options);

    inline std::vector<std::string> const& names() const { return names_; }
    inline column_choice const& choice() const { return choice_; }
    inline std::size_t dropped() const { return dropped_; }

    row_codes make_codes() const;

    /// As `csv_rows::take`.
    std::size_t take(std::size_t most, row_out out, row_codes& codes);

private:
    /// A column that is a feature.
    struct wanted_column {
        std::uint64_t index;  // in the file
        std::size_t offset;   // in a row of the result
    };

    bool accept_missing(std::uint64_t index, std::string_view text) const;
    bool read_value(std::uint64_t index, std::string_view text, double& value) const;
    bool read_label(std::string_view text, label_coder& labels, double& code) const;

    std::string file_;
    read_options options_;
    libsvm_cursor cursor_;
    std::vector<std::string> names_;
    column_choice choice_;
    std::vector<wanted_column> wanted_;  // ascending, as the indices of a row are
    std::size_t dropped_ = 0;
};

}  // namespace firefly
