/// The rows of a row store, in order. Its classes and levels are labels like those of any file; a column with levels is one of categories.
module;
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

module firefly.tables:store_rows;

import firefly.core;
import firefly.data;
import :cells;
import :labels;
import :read_options;
import :row_reader;
import :row_out;

namespace firefly {

class store_rows final : public row_reader {
public:
    /// Throws `data_error`.
    store_rows(std::filesystem::path const& path, read_options const& options);

    std::optional<std::size_t> most_rows() const final { return store_.size().rows - row_; }
    std::size_t take(std::size_t most, row_out const& out, row_codes& codes) final;

private:
    column_place place(std::size_t column) const final;
    double number(char const* record, std::size_t column) const;
    std::string const& level(coded_column const& column, double stored) const;
    double read_cell(coded_column const& column, double stored, label_coder* labels) const;
    std::string text_of(char const* record, std::size_t column) const;

    row_store store_;
    coded_column target_;
    row_index row_ = 0;
};

}  // namespace firefly
