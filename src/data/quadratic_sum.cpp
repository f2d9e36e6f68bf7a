module;
#include <cstddef>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;

namespace firefly {

void add_terms(quadratic_sums& sums, row_block const& block, std::size_t width, std::size_t blocks, block_filler const& fill) {
    std::size_t const size = block.rows.rows;
    std::vector<double> constant(size), slope(size * width), weight(size * blocks * blocks);
    fill(block, {constant, slope, weight});
    for (double const c : constant) sums.constant += c;
    add_weighted_rows(block.rows, slope, as_out(sums.linear));
    add_weighted_gram(block.rows, weight, sums.gram);
}

void add_terms(sparse_sums& sums, row_block const& block, block_filler const& fill) {
    std::size_t const size = block.rows.rows;
    std::vector<double> constant(size), slope(size), weight(size);
    fill(block, {constant, slope, weight});
    for (double const c : constant) sums.constant += c;
    add_weighted_rows(block.rows, slope, as_out(sums.linear));
    sums.gram += sparse_gram(block.rows, weight);
}

}  // namespace firefly
