/// What to read from a table of columns, whatever the format of the file.
module;
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

export module firefly.tables:read_options;

import firefly.data;
import firefly.files;

namespace firefly {

/// What becomes of a row with a missing cell in a column that is used: refuse the file, or leave the row out and count it.
export enum class missing_cells { refuse, drop };

/// Whether there must be a target: a file without it is refused, or read without; or no target is read.
export enum class target_need { required, optional, none };

/// A column of categories whose levels are known before, as those of new rows for a model that was fitted. The code of a cell is the place of
/// its level.
export struct known_levels {
    std::string column;
    std::vector<std::string> levels = {};
    std::optional<std::size_t> unseen_as = {};  // the level that all others are taken for; empty: others are refused
};

/// Columns are called by the names in the file, or by their number from 1 where it has none.
export struct read_options {
    std::string target;                      // NPY and IDX: may be the path of another such file; LIBSVM: empty, or "label"
    std::vector<std::string> features = {};  // empty: all but the target, in the order of the file; "(intercept)" is no column
    std::vector<std::string> cases = {};     // columns of numbers that are no features, such as offsets: they come last
    bool intercept = true;                   // a first column of ones, called "(intercept)"; only for data that are read at once
    bool reference = false;                  // without an intercept, too, the first level of every category is one
    target_kind kind = target_kind::classes;
    std::optional<std::size_t> class_count = {};   // empty: two or more
    std::optional<bool> header = {};               // CSV only; empty: the first line is a header unless all its fields are numbers
    text_encoding encoding = text_encoding::utf8;  // CSV only
    std::vector<std::string> one_hot = {};         // features whose cells are categories: see `coded_column`
    std::vector<std::string> groups = {};  // of `one_hot`, those that will not become columns: they may have very many levels
    std::vector<std::string> times = {};   // CSV only: features whose cells are times; they become seconds: `parse_iso_time`
    missing_cells missing = missing_cells::refuse;
    std::optional<std::size_t> most_bytes = {};  // that the features may take in memory; empty: what this machine has
    target_need need = target_need::required;
    std::vector<std::string> keep = {};                // columns whose cells are kept as text; they may be used besides
    std::vector<std::string> classes = {};             // of the target, where they are known before; others are refused
    std::vector<known_levels> levels = {};             // features that are categories with known levels
    std::optional<std::uint64_t> libsvm_columns = {};  // LIBSVM only; empty: as many as the highest index says
};

}  // namespace firefly
