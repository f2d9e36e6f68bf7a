/// Data made from a fixed seed, for demonstrations, benchmarks and tests.
///
///     x = (1, D − 1 normals with variance 9/D),   θ ~ N(0, I),   P(y = 1) = σ(x·θ)
///
/// The variance keeps the predictor's spread near 3 for any D, so that some data are classified with confidence and some are not.
module;
#include <cstddef>
#include <cstdint>

export module firefly.data:synthetic;

import firefly.external;
import firefly.core;
import :data_set;

namespace firefly {

/// How large a data set to make. The same settings make the same numbers.
export struct synthetic_settings {
    row_index rows = 1'000'000;
    std::size_t columns = 11;
    std::uint64_t seed = 1;
};

/// Classes 0 and 1 with features, as the formulas at the head of this file make them.
export data_set synthetic_logistic(synthetic_settings settings);

}  // namespace firefly
