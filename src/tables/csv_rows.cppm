/// The rows of comma-separated values. One pass, and only the chosen columns are converted.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

module firefly.tables:csv_rows;

import firefly.files;
import :cells;
import :csv_cursor;
import :labels;
import :read_options;
import :row_reader;
import :row_out;
import :text_source;

namespace firefly {

class csv_rows final : public row_reader {
public:
    /// Reads the header. Throws `data_error` when there is nothing to read.
    csv_rows(std::filesystem::path const& path, read_options const& options, reading how);

    std::optional<std::size_t> most_rows() const final;
    std::size_t take(std::size_t most, row_out const& out, row_codes& codes) final;

private:
    /// What to do with a column of the file.
    struct column_plan {
        enum class use : std::uint8_t { skip, feature, category, time, number, label, kept };
        use what = use::skip;
        use besides = use::skip;   // of one that is kept
        std::size_t offset = 0;    // of a feature in its row
        std::size_t category = 0;  // which of the categorical ones it is
        std::size_t kept = 0;      // which of the kept ones it is
    };
    /// Where the cells of one row go.
    struct row_place {
        double* features;
        double* target;
        std::string* kept;
    };

    column_place place(std::size_t column) const final;
    void check_names() const;
    void plan_columns();
    std::string_view body() const;
    void move_on();
    /// These are false for a missing cell of a row that is to be dropped.
    bool take_cell(std::size_t column, row_place const& row, row_codes& codes);
    bool take_kept(std::size_t column, row_place const& row, row_codes& codes);
    bool read_number(std::size_t column, std::string_view text, double& value);
    bool read_time(std::size_t column, std::string_view text, double& value);
    bool read_label(std::size_t column, std::string_view text, label_coder& labels, double& code);
    [[noreturn]] void refuse_ragged(std::size_t taken);

    text_source source_;
    csv_cursor cursor_;
    std::vector<column_plan> plan_;
};

}  // namespace firefly
