/// The rows of an array of numbers, NPY or IDX.
///
/// A cell that is NaN is missing. The columns have no names and are called by their number from 1. A file of its own may hold the target.
module;
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

module firefly.tables:array_rows;

import :cells;
import :data_format;
import :number_array;
import :read_options;
import :row_reader;
import :row_out;

namespace firefly {

class array_rows final : public row_reader {
public:
    /// Throws `data_error`, also where the target's file has not one number for each row.
    array_rows(std::filesystem::path const& path, read_options const& options, data_format format);

    std::optional<std::size_t> most_rows() const final { return array_->rows() - row_; }
    std::size_t take(std::size_t most, row_out const& out, row_codes& codes) final;

private:
    column_place place(std::size_t column) const final;
    bool open_target();
    std::size_t take_some(std::size_t count, row_out const& out, row_codes& codes);
    bool accept_row(double* features, double* target, row_codes& codes) const;
    bool accept_cell(std::size_t column, double value) const;
    void keep_cells(std::size_t row, std::vector<std::string>& kept) const;

    std::unique_ptr<number_array const> array_;
    std::unique_ptr<number_array const> target_array_;  // where the target is in a file of its own
    std::size_t row_ = 0;
};

}  // namespace firefly
