module;
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;
import :leverage;

namespace firefly::program {

namespace {

/// The largest eigenvalue of W S, both positive semidefinite, by the power method: 50 steps from a column of W, whose range has all
/// eigenvectors. Where two eigenvalues are so close that it does not end, both are the answer.
double largest_eigenvalue(vector_view w, matrix const& s) {
    std::size_t const size = s.shape(0);
    std::size_t widest = 0;
    for (std::size_t k = 0; k < size; ++k)
        if (w[k * size + k] > w[widest * size + widest]) widest = k;
    std::vector<double> v(w.begin() + static_cast<std::ptrdiff_t>(widest * size),
                          w.begin() + static_cast<std::ptrdiff_t>((widest + 1) * size));
    double value = 0;
    for (int step = 0; step < 50; ++step) {
        double const length = std::sqrt(dot(v, v));
        if (!(length > 0)) return 0;
        std::vector<double> turned(size), next(size);
        for (std::size_t k = 0; k < size; ++k)
            for (std::size_t l = 0; l < size; ++l) turned[k] += s(k, l) * v[l] / length;
        for (std::size_t k = 0; k < size; ++k)
            for (std::size_t l = 0; l < size; ++l) next[k] += w[k * size + l] * turned[l];
        value = std::sqrt(dot(next, next));
        v = std::move(next);
    }
    return value;
}

}  // namespace

leverage::leverage(cholesky const& precision, matrix const& inverse, std::size_t classes)
    : classes_(classes), inverse_(&inverse), diagonal_(precision.dimension()) {
    auto const& lower = precision.lower();
    for (std::size_t a = 0; a < diagonal_.size(); ++a) {
        for (std::size_t b = 0; b <= a; ++b) diagonal_[a] += lower(a, b) * lower(a, b);
        trace_ += diagonal_[a] * inverse(a, a);
    }
}

double leverage::of(vector_view x, vector_view curvature) const {
    std::size_t const width = x.size();
    double bound = 0;
    for (std::size_t k = 0; k < classes_; ++k) {
        double const weight = curvature[k * classes_ + k];
        if (!(weight > 0)) continue;
        double sum = 0;
        for (std::size_t j = 0; j < width; ++j) sum += x[j] * x[j] / diagonal_[k * width + j];
        bound += weight * sum;
    }
    if (bound * trace_ < dominant_share) return 0;
    matrix s = zeros(classes_, classes_);
    for (std::size_t k = 0; k < classes_; ++k)
        for (std::size_t l = 0; l < classes_; ++l)
            for (std::size_t i = 0; i < width; ++i) s(k, l) += x[i] * dot(x, {&(*inverse_)(k * width + i, l * width), width});
    double const share = largest_eigenvalue(curvature, s);
    return share < dominant_share ? 0 : share;
}

}  // namespace firefly::program
