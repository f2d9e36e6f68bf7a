/// What to read from a table of columns, whatever the format of the file.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

export module firefly.tables:read_options;

namespace firefly {

/// What the target holds. Classes may be numbers or names; they become 0, 1, …, in numerical order when all are numbers and in
/// lexicographical order otherwise. `data_set::labels` keeps what they were called.
export enum class target_kind { classes, numeric };

/// What becomes of a row with a missing cell in a column that is used: refuse the file, or leave the row out and count it.
export enum class missing_cells { refuse, drop };

/// Columns are called by the names in the file, or by their number from 1 where it has none.
export struct read_options {
    std::string target;                      // NPY and IDX: may be the path of another such file; LIBSVM: empty, or "label"
    std::vector<std::string> features = {};  // empty: all but the target, in the order of the file
    bool intercept = true;                   // a first column of ones, called "(intercept)"
    target_kind kind = target_kind::classes;
    std::optional<std::size_t> class_count = {};  // empty: two or more
    std::optional<bool> header = {};              // CSV only; empty: the first line is a header unless all its fields are numbers
    std::vector<std::string> one_hot = {};        // features whose cells are categories: see `expand_categories`
    missing_cells missing = missing_cells::refuse;
    std::optional<std::size_t> most_bytes = {};  // that the features may take in memory; empty: what this machine has
};

}  // namespace firefly
