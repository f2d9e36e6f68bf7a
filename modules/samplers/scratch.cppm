/// What every density shares: working vectors for kernels, allocated once, and the checks of a starting point.
module;
#include <cstddef>
#include <deque>
#include <span>

export module firefly.samplers:scratch;

import firefly.external;
import firefly.core;

namespace firefly {

/// Grows to as many vectors as are asked for; what was handed out stays valid.
class scratch_vectors {
public:
    inline explicit scratch_vectors(std::size_t dimension) : dimension_(dimension) {}

    inline vector_out operator[](std::size_t i) {
        while (vectors_.size() <= i) vectors_.push_back(zeros(dimension_));
        return as_out(vectors_[i]);
    }

private:
    std::size_t dimension_;
    std::deque<vector> vectors_;
};

/// Throws `invalid_argument` when a starting point does not fit the model.
void check_dimension(std::size_t given, std::size_t needed);

/// Throws `invalid_argument` when the density is zero at the starting point: no kernel could ever leave it.
void check_start(point const& start);

/// Throws `invalid_argument` when a saved state is not one of a density with this many rows, predictors, regions and learned scales.
void check_saved(density_state const& saved, row_index rows, std::size_t width, std::size_t regions, bool may_be_exempt = false,
                 std::size_t scales = 0);

}  // namespace firefly
