/// Moves over the records and entries of LIBSVM's text format (also that of SVMlight).
///
///     label index:value index:value … # comment
///
/// Indices count from 1 and ascend. Blank lines and lines of nothing but a comment are passed over.
module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

module firefly.tables:libsvm_cursor;

import firefly.files;

namespace firefly {

class libsvm_cursor {
public:
    /// The window must outlive it.
    libsvm_cursor(std::string file, text_window& window);

    /// Of the record, from 1.
    inline std::size_t line() const { return line_; }

    /// To the next line that holds a record, whose label it takes. False at the end. What was taken before is gone. Throws `data_error`.
    bool next_record(std::string_view& label);

    /// The next entry of the record: false at its end. Throws `data_error`.
    bool next_entry(std::uint64_t& index, std::string_view& value);

private:
    [[noreturn]] void fail(std::string what, std::string remedy) const;
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

}  // namespace firefly
