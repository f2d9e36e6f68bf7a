/// What readers of all formats say of single cells.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

module firefly.tables:cells;

import firefly.core;

namespace firefly {

/// A column as messages name it.
struct column_place {
    std::string file;
    std::string name;
    std::string called;  // `column "dist"`, `column 2`, `the label`
};

/// Where in its column a cell stands: by the line of a text, or by the row of a table that has no lines. Both count from 1.
struct cell_position {
    std::size_t line = 0;
    std::size_t row = 0;
};

/// `what` continues the name of the column: "is empty".
data_fault cell_fault(column_place const& column, cell_position at, std::string_view what, std::string remedy,
                      std::string setting = {});

/// What is wrong with the bytes of a text, as the end of a sentence: "is not UTF-8 ("gr\xf6\xdfe")". Nothing where it can be written to outputs.
std::optional<std::string> wrong_bytes(std::string_view text);

/// Throws `data_error` for a cell whose text cannot be written to outputs.
void check_text(column_place const& column, cell_position at, std::string_view text);

/// Whether statisticians would call the cell missing: empty, NA, N/A, NaN or null, in any case of letters.
bool is_missing(std::string_view cell);

std::string lower_case(std::string_view text);

}  // namespace firefly
