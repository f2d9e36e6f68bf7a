/// A sum over all rows of terms that are quadratic in the row's K predictors: what Newton's method and collapsed bounds are made of.
///
///     Σ_n [ c_n + s_n·u_n − ½ u_nᵀ W_n u_n ],   u_n = Δ x_n,   Δ = d as K rows of D numbers
///         = Σ c_n  +  d · Σ s_n ⊗ x_n  −  ½ dᵀ (Σ W_n ⊗ x_n x_nᵀ) d
///
/// One pass: O(N K²D²), or O(N(D² + KD)) where all rows share W. Rows of many levels with one predictor have a sparse sum (`sparse_gram`).
module;
#include <cstddef>
#include <functional>
#include <span>

export module firefly.data:quadratic_sum;

import firefly.external;
import firefly.core;
import firefly.teams;
import :shared_rows;

namespace firefly {

/// To be filled for the rows of a block.
export struct quadratic_terms {
    vector_out constant;  // c: one per row
    vector_out slope;     // s: K a row
    vector_out weight;    // W: K×K per row, symmetric, of either sign; none where all rows share one
};

/// Gives the terms of a block's rows. Several threads may call it at once.
using block_filler = std::function<void(row_block const& block, quadratic_terms const& terms)>;

/// The rows of any source: of no type of its own, so that the sums are compiled once.
struct any_blocks {
    std::size_t columns;
    row_share share;
    std::function<row_block(std::size_t i, block_buffer& buffer)> block;
};

/// Refers to the source.
template <RowSource Source>
any_blocks blocks_from(Source const& source) {
    return {source.columns(), share_of(source), [&source](std::size_t i, block_buffer& buffer) { return source.block(i, buffer); }};
}

quadratic sum_quadratics(any_blocks const& blocks, block_filler const& fill, std::size_t width);
quadratic sum_quadratics_sharing(any_blocks const& blocks, matrix const& shared, block_filler const& fill);

/// `fill(block, terms)` gives the terms of a block's rows, `width` predictors each.
export template <RowSource Source>
quadratic sum_quadratics(Source const& source, block_filler const& fill, std::size_t width = 1) {
    return sum_quadratics(blocks_from(source), fill, width);
}

/// The same where W, K×K, is that of all rows: the precision is W ⊗ Σ x xᵀ.
export template <RowSource Source>
quadratic sum_quadratics_sharing(Source const& source, matrix const& shared, block_filler const& fill) {
    return sum_quadratics_sharing(blocks_from(source), shared, fill);
}

}  // namespace firefly
