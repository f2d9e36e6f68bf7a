/// Files of any size to one row store: one pass over them (two over LIBSVM, whose columns are counted first), in bounded memory.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

export module firefly.tables:make_store;

import firefly.core;
import :data_format;
import :read_options;

namespace firefly {

/// How to make a store.
export struct store_settings {
    bool in_four_bytes = false;
    std::optional<data_format> format = {};  // of all files; empty: by the name of each
    std::string formula = {};                // that the columns are for, kept with them
    /// Is told after some thousands of rows how many there are; nothing is made when it says false.
    std::function<bool(row_index)> go_on = [](row_index) { return true; };
};

/// What was made.
export struct store_made {
    row_index rows = 0;
    row_index dropped = 0;  // left out because a cell is missing
    bool stopped = false;   // by `go_on`: there is no store
};

/// The files follow each other and have the same columns, in any order. Intercept and class count of the options do not matter: they are
/// decided by who reads it. Throws `data_error` with one line that says what is wrong where, and `output_error`; then nothing is left.
export store_made make_store(std::vector<std::filesystem::path> const& inputs, std::filesystem::path const& output,
                             read_options options, store_settings const& settings = {});

}  // namespace firefly
