module;
#include <cmath>
#include <cstddef>

module firefly.data;

import firefly.external;
import firefly.core;

namespace firefly {

double target_moments::deviation() const {
    return weight > 0 ? std::sqrt(squares / weight) : 0;
}

double target_moments::root_mean_square() const {
    return portable::hypot(deviation(), mean);
}

void check_noisy_target(std::size_t numbers) {
    if (numbers == 2)
        throw invalid_argument("noise_rows: a target of two numbers, such as successes and trials, has no noise with a scale");
}

}  // namespace firefly
