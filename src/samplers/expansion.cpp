module;
#include <array>
#include <cstddef>
#include <span>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void add_weighted_squares(matrix_view rows, vector_view weights, std::size_t width, vector_out result) {
    for (std::size_t i = 0; i < rows.rows; ++i)
        for (std::size_t k = 0; k < width; ++k) {
            double const weight = weights[(i * width + k) * width + k];
            for (std::size_t d = 0; d < rows.columns; ++d) result[k * rows.columns + d] += weight * rows.row(i)[d] * rows.row(i)[d];
        }
}

void multiply_weights(vector_view weights, std::size_t width, vector_out vectors) {
    std::array<double, most_predictors> product;
    for (std::size_t i = 0; i < vectors.size() / width; ++i) {
        vector_out const v = vectors.subspan(i * width, width);
        for (std::size_t k = 0; k < width; ++k) product[k] = dot(weights.subspan((i * width + k) * width, width), v);
        for (std::size_t k = 0; k < width; ++k) v[k] = product[k];
    }
}

}  // namespace firefly
