module;
#include <algorithm>
#include <cmath>
#include <cstddef>

module firefly.numeric;

import firefly.external;

namespace firefly {

double relative_trace(cholesky const& s, sparse_symmetric const& t) {
    sparse_symmetric const inverse = s.selected_inverse();
    double sum = 0;
    for (std::size_t i = 0; i < t.dimension(); ++i) {
        sum += inverse.diagonal()(i) * t.diagonal()(i);
        for (std::size_t k = 0; k < t.columns(i).size(); ++k) sum += 2 * inverse.at(i, t.columns(i)[k]) * t.values(i)[k];
    }
    return sum;
}

double largest_relative_eigenvalue(sparse_symmetric const& s, sparse_symmetric const& t) {
    constexpr double enough = 1e-3, most = 1e300;
    sparse_symmetric both = s;
    both += t;
    sparse_cholesky factor(both);
    auto const is_above = [&](double ratio) {
        sparse_symmetric difference = t, scaled = s;
        difference *= -1;
        return factor.factorise(difference += (scaled *= ratio));
    };
    // No less than that of any coordinate alone.
    double below = 0;
    for (std::size_t i = 0; i < s.dimension(); ++i) below = std::max(below, t.diagonal()(i) / s.diagonal()(i));
    if (!(below > 0)) throw numerical_error("largest_relative_eigenvalue: no number on the diagonals has a positive ratio");
    double above = below * (1 + enough);
    for (double step = 2 * enough; !is_above(above); step *= 2) {
        below = above;
        above *= 1 + step;
        if (!(above < most)) throw numerical_error("largest_relative_eigenvalue: the first matrix is not positive definite");
    }
    while (above > below * (1 + enough)) {
        double const middle = std::sqrt(below * above);
        (is_above(middle) ? above : below) = middle;
    }
    return above;
}

}  // namespace firefly
