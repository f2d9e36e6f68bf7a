/// The rows of a LIBSVM file: sparse in the file, dense here.
///
/// What is not written is zero. There are as many columns as the highest index says, called by their number; the label is a number or a
/// name, and is the target. The size is found by a pass before the first row, so that a wide file is refused before memory is spent on it.
/// docs/input.md has the speed.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

module firefly.tables:libsvm_rows;

import firefly.files;
import :cells;
import :libsvm_cursor;
import :read_options;
import :row_reader;
import :row_out;
import :text_source;

namespace firefly {

class libsvm_rows final : public row_reader {
public:
    /// `options.libsvm_columns` says how many columns there are, unless the file is read at once. Throws `data_error` when one that was asked
    /// for does not exist.
    libsvm_rows(std::filesystem::path const& path, read_options const& options, reading how);

    std::optional<std::size_t> most_rows() const final { return rows_; }
    std::size_t take(std::size_t most, row_out const& out, row_codes& codes) final;

private:
    /// A column that is wanted.
    struct wanted_column {
        std::uint64_t index;  // in the file
        std::size_t offset;   // in a row of the result, or among the cells that are kept
    };

    column_place place(std::size_t column) const final;
    void choose(std::uint64_t columns);
    bool read_target(std::string_view label, row_codes& codes, double& target) const;
    bool read_value(std::size_t column, std::string_view text, double& value) const;
    void code_categories(double* features, row_codes& codes) const;

    text_source source_;
    std::optional<std::size_t> rows_;
    libsvm_cursor cursor_;
    std::vector<wanted_column> wanted_;  // features, ascending as the indices of a row are
    std::vector<wanted_column> kept_;    // index 0: the label
};

/// The highest index of LIBSVM files: a pass over each. They say nowhere else how many columns they have.
std::uint64_t highest_index(std::vector<std::filesystem::path> const& paths);

}  // namespace firefly
