/// What readers of rows share: where rows go, and the codes that labels and categories have while a file is read.
module;
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

export module firefly.tables:row_codes;

import :categories;
import :columns;
import :labels;
import :read_options;

namespace firefly {

/// Rows of `width` numbers each, and a target for each of them.
struct row_out {
    double* features;
    std::size_t width;
    double* target;
};

/// Provisional ones: see `label_coder`. Several files may share them.
struct row_codes {
    label_coder labels;                       // of a target that is a class
    std::vector<category_column> categories;  // one for each feature that is categorical
};

/// `names` are those of the file's columns; `target` is what messages call its column.
row_codes make_codes(std::string_view file, std::string target, std::span<std::string const> names, column_choice const& choice,
                     read_options const& options);

}  // namespace firefly
