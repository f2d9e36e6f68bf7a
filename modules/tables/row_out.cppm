/// What every reader of rows is told besides its options: where rows go, and whether the file is at hand as a whole.
module;
#include <cstddef>
#include <string>
#include <vector>

export module firefly.tables:row_out;

namespace firefly {

/// Where rows go.
export struct row_out {
    double* features;                          // the first number of the first row
    std::size_t width;                         // numbers from one row to the next
    double* target = nullptr;                  // one for each row; unused where there is no target
    std::vector<std::string>* kept = nullptr;  // cells of the columns that are kept, row after row
};

/// How a text is read: through a window that moves on; or with all of it at hand, mapped or in memory. Then there is a bound on the number of
/// rows, and LIBSVM can come through a pipe.
export enum class reading { in_pieces, at_once };

}  // namespace firefly
