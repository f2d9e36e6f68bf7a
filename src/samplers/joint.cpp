module;
#include <cstddef>
#include <optional>
#include <utility>

module firefly.samplers;

import firefly.external;
import firefly.core;

namespace firefly {

void check_bound(std::size_t bound_dimension, std::size_t model_dimension) {
    if (bound_dimension != model_dimension)
        throw invalid_argument(
            fmt::format("joint: the bound has {} parameters but the model has {}; make the bound from this model", bound_dimension,
                        model_dimension));
}

whitening whiten(vector_view origin, quadratic const& log_density) {
    whitening result{to_vector(origin), {}, log_density.gradient()};
    if (auto scale = factorise(log_density)) {
        scale->solve_lower(as_out(result.shift));
        result.scale = triangular_inverse(std::move(*scale));
        result.peak = log_density.constant() + dot(as_view(result.shift), as_view(result.shift)) / 2;
    }
    return result;
}

template class lazy<quadratic>;
template class lazy<whitening>;
template class lazy<white_table>;

}  // namespace firefly
