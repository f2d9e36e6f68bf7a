module;
#include <cstddef>

module firefly.planning;

import firefly.external;
import firefly.core;

namespace firefly {

precision_ratio compare_precisions(cholesky const& h, quadratic const& form) {
    if (h.is_sparse() && form.is_sparse()) {
        sparse_symmetric const a = form.sparse_precision();
        return {relative_trace(h, a) - static_cast<double>(a.dimension()), largest_relative_eigenvalue(h.sparse(), a)};
    }
    vector const eigenvalues = relative_eigenvalues(h, form.precision());
    double excess = 0;
    for (double const eigenvalue : eigenvalues) excess += eigenvalue - 1;
    return {excess, eigenvalues(eigenvalues.size() - 1)};
}

}  // namespace firefly
