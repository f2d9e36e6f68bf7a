/// In which order the coordinates of a sparse symmetric matrix are eliminated: see `sparse_cholesky`, whose part it is.
///
/// Rows of bits say which numbers are not zero. Cost: O(n²/64) for each number that a column has, and a look at all that is left for each column.
module;
#include <cstddef>
#include <vector>

module firefly.numeric:elimination_order;

import :sparse_symmetric;

namespace firefly {

struct elimination {
    std::vector<std::size_t> order;
    std::vector<std::vector<std::size_t>> later;  // for each, the coordinates that its column still has
};

/// By minimum degree, up to where going on with a dense matrix costs the least in all.
elimination eliminate_cheapest(sparse_symmetric const& symmetric);

}  // namespace firefly
