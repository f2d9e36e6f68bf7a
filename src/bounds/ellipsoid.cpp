module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>
#include <vector>

module firefly.bounds;

import firefly.external;
import firefly.core;

namespace firefly {

ellipsoid::ellipsoid(cholesky precision, double radius) : precision_(std::move(precision)), radius_(radius) {
    if (!(radius > 0) || !std::isfinite(radius))
        throw invalid_argument(fmt::format("ellipsoid: the radius must be positive and finite, got {}", radius));
}

float ellipsoid::reach(double variance) const {
    double const exact = radius_ * std::sqrt(variance) * (1 + 1e-10);
    float const rounded = static_cast<float>(exact);
    return rounded >= exact ? rounded : std::nextafter(rounded, std::numeric_limits<float>::infinity());
}

void predictor_covariances(triangular_inverse const& precision, matrix_view rows, std::size_t width, vector_out result) {
    if (width == 1) return precision.square_rows(rows, result);
    // Some rows at a time: the predictors of each, I ⊗ x, are K rows of K·D numbers.
    std::size_t const dimension = width * rows.columns, chunk = std::max<std::size_t>(1, 4096 / (width * width));
    std::vector<double> predictors(std::min(chunk, rows.rows) * width * dimension), white(predictors.size());
    for (std::size_t first = 0; first < rows.rows; first += chunk) {
        std::size_t const count = std::min(chunk, rows.rows - first);
        std::ranges::fill(predictors, 0.0);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < width; ++k)
                std::ranges::copy(rows.row(first + i), predictors.data() + (i * width + k) * dimension + k * rows.columns);
        precision.whiten_rows(count * width, predictors, white);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < width; ++k)
                for (std::size_t l = 0; l < width; ++l) {
                    auto const of = [&](std::size_t j) {
                        return vector_view(white).subspan((i * width + j) * dimension, dimension);
                    };
                    result[((first + i) * width + k) * width + l] = dot(of(k), of(l));
                }
    }
}

}  // namespace firefly
