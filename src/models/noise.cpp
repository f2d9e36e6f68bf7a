module;
#include <cstddef>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

void to_noise_scale(vector_out theta) {
    double const sigma = 1 / theta.back();
    for (double& x : theta) x *= sigma;
    theta.back() = sigma;
}

void to_noise_scale(vector_view theta, vector_out displacement) {
    double const sigma = 1 / theta.back(), shrunk = displacement.back() * sigma;
    for (std::size_t j = 0; j + 1 < theta.size(); ++j) displacement[j] = (displacement[j] - theta[j] * shrunk) * sigma;
    displacement.back() = -shrunk * sigma;
}

void check_unit_scale(double scale) {
    if (scale != 1)
        throw invalid_argument(fmt::format("with_noise: the likelihood must have the scale 1, since σ is sampled; got {}", scale));
}

}  // namespace firefly
