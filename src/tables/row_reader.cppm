/// What the readers of all formats are to `row_stream`, and what they share: names, the choice of columns, codes.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

module firefly.tables:row_reader;

import firefly.core;
import :cells;
import :columns;
import :labels;
import :read_options;
import :row_out;

namespace firefly {

/// The codes that labels and categories have while files are read. Several files may share them.
struct row_codes {
    struct category {
        std::size_t offset;  // in a row of features
        label_coder levels;
    };
    std::optional<label_coder> target;  // of a target that is a class
    std::vector<category> categories;   // one for each feature that is categorical
};

/// One open file.
class row_reader {
public:
    virtual ~row_reader() = default;

    /// Of the features, in the order of a row.
    std::vector<std::string> feature_names() const;
    /// All columns of the file.
    inline std::vector<std::string> const& file_columns() const { return names_; }
    inline std::vector<bool> const& categorical() const { return choice_.categorical; }
    inline bool has_target() const { return !target_name_.empty(); }
    inline std::string const& target_name() const { return target_name_; }
    inline std::size_t dropped() const { return dropped_; }

    row_codes make_codes() const;

    /// No more rows than this are left, where that is known.
    virtual std::optional<std::size_t> most_rows() const { return {}; }

    /// Fills at most `most` rows, and appends the cells that are kept. Returns how many: fewer only at the end. Throws `data_error`.
    virtual std::size_t take(std::size_t most, row_out const& out, row_codes& codes) = 0;

protected:
    static constexpr std::size_t the_target = static_cast<std::size_t>(-1);

    row_reader(std::string file, read_options const& options);

    /// How messages name a column of the file, or the target.
    virtual column_place place(std::size_t column) const = 0;

    inline bool reads_classes() const { return options_.kind == target_kind::classes; }

    /// False for a missing cell of a row that is to be dropped. Throws `data_error` otherwise.
    bool accept_missing(std::size_t column, cell_position at, std::string_view cell) const;

    /// Throws `data_error` for one that is none of the known levels, or whose bytes are not UTF-8.
    template <class Label>
    double code(label_coder& labels, Label label, cell_position at) const;

    std::string file_;
    read_options options_;
    std::vector<std::string> names_;  // of the columns of the file
    column_choice choice_;
    std::string target_name_;  // empty: there is none
    std::size_t dropped_ = 0;
};

extern template double row_reader::code(label_coder&, std::string_view, cell_position) const;
extern template double row_reader::code(label_coder&, double, cell_position) const;

}  // namespace firefly
