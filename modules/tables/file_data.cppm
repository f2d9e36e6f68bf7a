/// A data set that was read from a file, and what happened on the way. What is not read has lost no rows, and is a plain `data_set`.
module;
#include <cstddef>
#include <string>
#include <vector>

export module firefly.tables:file_data;

import firefly.data;
import :read_options;

namespace firefly {

export struct file_data : data_set {
    std::size_t dropped = 0;               // rows that were left out because a cell is missing
    std::vector<known_levels> categories;  // columns that became indicators, with all their levels
    std::vector<std::string> warnings;     // one line each
};

}  // namespace firefly
