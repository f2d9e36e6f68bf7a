/// A sum over all rows of terms that are quadratic in the row's predictor: what Newton's method and collapsed bounds are made of.
///
///     Σ_n [ c_n + s_n (x_n·d) − ½ w_n (x_n·d)² ]  =  Σ c_n  +  d · Σ s_n x_n  −  ½ dᵀ (Σ w_n x_n x_nᵀ) d
///
/// One pass, O(N D²): a symmetric rank-k update a block, by BLAS.
module;
#include <cstddef>
#include <utility>
#include <vector>

export module firefly.data:quadratic_sum;

import firefly.external;
import firefly.core;
import :block_sum;

namespace firefly {

/// One number a row of a block, to be filled.
export struct quadratic_terms {
    vector_out constant;  // c
    vector_out slope;     // s
    vector_out weight;    // w, of either sign
};

/// The Gram matrix has only its lower triangle.
struct quadratic_sums {
    double constant = 0;
    vector linear;
    matrix gram;

    quadratic_sums& operator+=(quadratic_sums const& other) {
        constant += other.constant;
        linear += other.linear;
        gram += other.gram;
        return *this;
    }
};

/// `fill(block, terms)` gives the terms of a block's rows.
export template <RowSource Source, class Fill>
quadratic sum_quadratics(Source const& source, Fill const& fill) {
    std::size_t const dimension = source.columns();
    std::vector<double> constant(block_rows), slope(block_rows), weight(block_rows);
    matrix scratch = zeros(block_rows, dimension);
    auto const add = [&](quadratic_sums& sums, row_block const& block) {
        std::size_t const size = block.target.size();
        quadratic_terms const terms{{constant.data(), size}, {slope.data(), size}, {weight.data(), size}};
        fill(block, terms);
        for (double const c : terms.constant) sums.constant += c;
        add_weighted_rows(block.rows, terms.slope, as_out(sums.linear));
        add_weighted_gram(block.rows, terms.weight, sums.gram, scratch);
    };
    auto sums = sum_over_blocks(source, quadratic_sums{0, zeros(dimension), zeros(dimension, dimension)}, add);
    mirror(sums.gram);
    return {sums.constant, std::move(sums.linear), std::move(sums.gram)};
}

}  // namespace firefly
