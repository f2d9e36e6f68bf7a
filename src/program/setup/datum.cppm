/// What surveys of the target must know of a datum, whether its rows have case numbers or not.
module;
#include <cstddef>
#include <span>

module firefly.program.setup:datum;

import firefly;

namespace firefly::program {

struct datum {
    double happened;
    double offset = 0;
    double weight = 1;
};

/// Case numbers are as `case_options::layout` has them: the weight last, the offset before it, trials before that.
inline datum datum_of(row_block const& block, std::size_t i) {
    std::size_t const numbers = block.target.size() / block.rows.rows;
    vector_view const target = block.target.subspan(i * numbers, numbers);
    if (numbers == 1) return {target[0]};
    return {target[0], numbers > 2 ? target[numbers - 2] : 0, target[numbers - 1]};
}

/// How many trials the datum had: one, unless its case numbers say otherwise.
inline double trials_of(row_block const& block, std::size_t i) {
    std::size_t const numbers = block.target.size() / block.rows.rows;
    return numbers > 3 ? block.target[i * numbers + 1] : 1;
}

}  // namespace firefly::program
