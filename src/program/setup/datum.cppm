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

/// Case numbers are as `case_options::layout` has them.
inline datum datum_of(row_block const& block, std::size_t i) {
    std::size_t const numbers = block.target.size() / block.rows.rows;
    vector_view const target = block.target.subspan(i * numbers, numbers);
    if (numbers == 1) return {target[0]};
    return {target[0], adjusted<any_family>::offset_of(target), adjusted<any_family>::weight_of(target)};
}

/// How many trials the datum had: one, unless its case numbers say otherwise.
inline double trials_of(row_block const& block, std::size_t i) {
    std::size_t const numbers = block.target.size() / block.rows.rows;
    return numbers == 1 ? 1 : block.target[i * numbers + 1];
}

}  // namespace firefly::program
