/// The rows of comma-separated values as numbers, some at a time: what `csv` reads at once and `row_stream` piece by piece.
module;
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

export module firefly.tables:csv_rows;

import firefly.files;
import :columns;
import :csv_cursor;
import :read_options;
import :row_codes;

namespace firefly {

class csv_rows {
public:
    /// Reads the header. `file` is what messages call it; the window must outlive this. Throws `data_error` when there is nothing to read.
    csv_rows(std::string file, text_window& window, read_options const& options);

    inline std::vector<std::string> const& names() const { return names_; }
    inline column_choice const& choice() const { return choice_; }
    inline std::size_t dropped() const { return dropped_; }

    /// For codes of its target and categories.
    row_codes make_codes() const;

    /// No more than so many rows are left in the window.
    std::size_t most_rows() const;

    /// Fills at most so many rows, whose intercept, where there is one, is filled already. Returns how many: fewer only at the end.
    /// Throws `data_error`.
    std::size_t take(std::size_t most, row_out out, row_codes& codes);

private:
    /// What to do with a column of the file.
    struct column_plan {
        enum class use : std::uint8_t { skip, feature, category, number, label } what = use::skip;
        std::size_t offset = 0;    // of a feature in its row
        std::size_t category = 0;  // which of the categorical ones it is
    };

    void plan_columns();
    std::string_view body() const;
    void move_on();
    bool take_cell(std::string const& name, bool is_feature, double& value);
    bool take_label(std::string const& name, label_coder& labels, double& code);
    bool accept_missing(std::string const& name, std::string_view text);
    [[noreturn]] void refuse_ragged(std::size_t taken);

    std::string file_;
    text_window* window_;
    read_options options_;
    csv_cursor cursor_;
    std::vector<std::string> names_;
    column_choice choice_;
    std::vector<column_plan> plan_;
    std::size_t dropped_ = 0;
};

}  // namespace firefly
