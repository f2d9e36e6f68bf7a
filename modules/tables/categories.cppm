/// Columns of categories to indicator columns ("one-hot"). Shared by all readers.
///
///     region = north, south, west   becomes   region=south, region=west     (zeros and ones; north is the reference)
///
/// The first level in sorted order is the reference where there is an intercept: the indicators of all levels would add up to it.
/// Without an intercept the first such column keeps all its levels and the others have a reference, as in R.
module;
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

export module firefly.tables:categories;

import firefly.core;
import :columns;
import :file_data;
import :labels;
import :read_options;

namespace firefly {

/// While a file is read such a column holds its provisional codes.
struct category_column {
    std::size_t offset;  // in a row of the data set
    label_coder levels;
};

/// One for each feature that the options call categorical.
std::vector<category_column> category_columns(std::string_view file, std::span<std::string const> names,
                                              column_choice const& choice, read_options const& options);

/// Where cells are numbers, as in files that hold nothing else, each value is a level. Its code takes the place of the number.
void code_categories(std::span<category_column> columns, double* rows, std::size_t width, std::size_t count);

/// Whether a column's first level has no indicator: `is_first` of the categorical ones.
inline bool has_reference(bool intercept, bool is_first) {
    return intercept || !is_first;
}

/// Puts the indicators in place of the codes. A level has the name `column=level`. Throws `data_error` where the result would
/// exceed `most_bytes`.
void expand_categories(std::string_view file, std::span<category_column const> columns, read_options const& options,
                       file_data& data);

}  // namespace firefly
