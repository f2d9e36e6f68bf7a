module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

module firefly.bounds;

import firefly.external;
import firefly.core;

namespace firefly {

ellipsoid::ellipsoid(cholesky precision, double radius) : ellipsoid(std::move(precision), std::vector{radius}) {}

ellipsoid::ellipsoid(cholesky precision, std::vector<double> radii) : precision_(std::move(precision)), radii_(std::move(radii)) {
    if (radii_.empty()) throw invalid_argument("ellipsoid: there is no radius; give one or more");
    for (double const radius : radii_)
        if (!(radius > 0) || !std::isfinite(radius))
            throw invalid_argument(fmt::format("ellipsoid: the radius must be positive and finite, got {}", radius));
    for (std::size_t k = 1; k < radii_.size(); ++k)
        if (!(radii_[k] > radii_[k - 1]))
            throw invalid_argument(
                fmt::format("ellipsoid: radii must grow from ring to ring, got {} after {}", radii_[k], radii_[k - 1]));
}

double ellipsoid::inscribed_square(cholesky const& a) const {
    double largest;
    if (a.is_sparse() && precision_.is_sparse()) {
        largest = largest_relative_eigenvalue(a.sparse(), precision_.sparse());
    } else {
        vector const ratios = relative_eigenvalues(a, precision_.product());
        largest = ratios(ratios.size() - 1);
    }
    return radius() * radius() / largest * (1 - 1e-9);
}

float round_up(double x) {
    float const rounded = static_cast<float>(x);
    return rounded >= x ? rounded : std::nextafter(rounded, std::numeric_limits<float>::infinity());
}

float ellipsoid::reach(double variance) const {
    return round_up(radius() * std::sqrt(variance) * (1 + 1e-10));
}

predictor_spread::predictor_spread(cholesky precision)
    : inverse_(precision),
      covariance_(std::function<matrix()>([precision] { return precision.inverse(); })),
      sparse_covariance_(std::function<sparse_symmetric()>(
          [sparse = precision.is_sparse() ? precision : cholesky()] { return sparse.selected_inverse(); })) {}

void predictor_spread::covariances(feature_rows const& features, std::size_t width, vector_out result) const {
    if (width == 1 && features.groups.empty()) return inverse_.square_rows(features.common, result);
    if (width == 1 && inverse_.factor().is_sparse()) return square_rows(features, *sparse_covariance_, result);
    if (width == 1) return square_rows(features, *covariance_, result);
    std::vector<double> memory;
    matrix_view const rows = features.dense(memory);
    // Some rows at a time. Of the predictors of each, the rows of I ⊗ x, only x itself is not zero; whitened they are zero before it.
    std::size_t const columns = rows.columns, dimension = width * columns, chunk = 256;
    std::vector<double> white(std::min(chunk, rows.rows) * width * dimension);
    for (std::size_t first = 0; first < rows.rows; first += chunk) {
        std::size_t const count = std::min(chunk, rows.rows - first);
        vector_view const some(rows.elements + first * columns, count * columns);
        auto const of = [&](std::size_t k) { return vector_out(white).subspan(k * count * dimension, count * dimension); };
        for (std::size_t k = 0; k < width; ++k) inverse_.whiten_parts(count, some, k * columns, of(k));
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < width; ++k)
                for (std::size_t l = 0; l <= k; ++l) {
                    std::size_t const begin = i * dimension + k * columns, rest = dimension - k * columns;
                    double* const covariance = &result[(first + i) * width * width];
                    covariance[k * width + l] = covariance[l * width + k] =
                        dot(of(k).subspan(begin, rest), of(l).subspan(begin, rest));
                }
    }
}

}  // namespace firefly
