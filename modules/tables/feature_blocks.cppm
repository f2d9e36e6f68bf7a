/// The rows of a table, block after block, for work that needs no more than one of them: predictions, conversions.
///
/// A row store, or CSV or NPY by the name of the file; columns by name as in `read_csv` and `read_npy`. The file is mapped, and memory is
/// taken for one block only. "(intercept)" among the features is a column of ones, and `column=level` one of zeros and ones, as `--one-hot` makes them.
module;
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

export module firefly.tables:feature_blocks;

import firefly.core;

namespace firefly {

/// What to read.
export struct feature_choice {
    std::vector<std::string> features = {};  // empty: all columns
    std::optional<std::string> target = {};  // read where the file has it, unless it is required; NPY: may be another .npy file
    bool target_required = false;
};

/// Some rows. Numbers stand row after row; a target is kept as its text, since it may be a name.
export struct feature_block {
    std::vector<double> rows = {};
    std::vector<std::string> targets = {};  // empty where there is no target
};

export class feature_blocks {
public:
    /// Throws `data_error` when the file cannot be read or has not these columns.
    feature_blocks(std::filesystem::path const& path, feature_choice const& choice);
    ~feature_blocks();
    feature_blocks(feature_blocks&&) noexcept;

    /// What was read: the features that were asked for, or all columns.
    std::vector<std::string> const& columns() const;
    bool has_target() const;

    /// The next rows, at most so many; false when there are none left. Throws `data_error` for a cell that is not a finite number, with its
    /// line and column.
    bool next(std::size_t most, feature_block& block);

    struct source;

private:
    std::unique_ptr<source> source_;
};

}  // namespace firefly
