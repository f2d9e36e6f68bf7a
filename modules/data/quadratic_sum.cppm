/// A sum over all rows of terms that are quadratic in the row's K predictors: what Newton's method and collapsed bounds are made of.
///
///     Σ_n [ c_n + s_n·u_n − ½ u_nᵀ W_n u_n ],   u_n = Δ x_n,   Δ = d as K rows of D numbers
///         = Σ c_n  +  d · Σ s_n ⊗ x_n  −  ½ dᵀ (Σ W_n ⊗ x_n x_nᵀ) d
///
/// One pass: O(N K²D²), or O(N(D² + KD)) where all rows share W. Rows of many levels with one predictor have a sparse sum (`sparse_gram`).
module;
#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

export module firefly.data:quadratic_sum;

import firefly.external;
import firefly.core;
import :block_sum;
import :shared_rows;

namespace firefly {

/// To be filled for the rows of a block.
export struct quadratic_terms {
    vector_out constant;  // c: one per row
    vector_out slope;     // s: K a row
    vector_out weight;    // W: K×K a row, symmetric, of either sign; none where all rows share one
};

/// The Gram matrix has only the lower triangles of its blocks.
struct quadratic_sums {
    double constant = 0;
    vector linear;
    matrix gram;

    static auto members(auto& self) { return std::tie(self.constant, self.linear, self.gram); }
    quadratic_sums& operator+=(quadratic_sums const& other) {
        constant += other.constant;
        linear += other.linear;
        gram += other.gram;
        return *this;
    }
};

/// The same of rows with many levels. No team holds such rows.
struct sparse_sums {
    double constant = 0;
    vector linear;
    sparse_symmetric gram = {};

    static auto members(auto& self) { return std::tie(self.constant, self.linear); }
    sparse_sums& operator+=(sparse_sums const& other) {
        constant += other.constant;
        linear += other.linear;
        if (other.gram.dimension() > 0) gram += other.gram;
        return *this;
    }
};

/// Gives the terms of a block's rows. Of no type of its own, so that a sum is compiled once for a source.
using block_filler = std::function<void(row_block const& block, quadratic_terms const& terms)>;

/// Adds those of a block.
void add_terms(quadratic_sums& sums, row_block const& block, std::size_t width, std::size_t blocks, block_filler const& fill);
void add_terms(sparse_sums& sums, row_block const& block, block_filler const& fill);

/// The Gram matrix is of `blocks`×`blocks` blocks of D×D: K of them, or one where all rows share W.
template <RowSource Source>
quadratic_sums sum_terms(Source const& source, std::size_t width, std::size_t blocks, block_filler const& fill) {
    std::size_t const columns = source.columns();
    auto sums = sum_over_blocks(source, quadratic_sums{0, zeros(width * columns), zeros(blocks * columns, blocks * columns)},
                                [&](quadratic_sums& part, row_block const& block) { add_terms(part, block, width, blocks, fill); });
    mirror(sums.gram, columns);
    return sums;
}

/// Whether the sum of rows with one predictor each is mostly zeros. Makes a block, where there are many columns.
template <RowSource Source>
bool has_sparse_sum(Source const& source) {
    if (source.columns() < least_sparse || source.rows() == 0 || share_of(source).parts) return false;
    block_buffer buffer;
    return !source.block(0, buffer).rows.groups.empty();
}

/// Σ over rows with groups.
template <RowSource Source>
quadratic sum_sparse(Source const& source, block_filler const& fill) {
    auto sums = sum_over_blocks(source, sparse_sums{0, zeros(source.columns())},
                                [&](sparse_sums& part, row_block const& block) { add_terms(part, block, fill); });
    return {sums.constant, std::move(sums.linear), std::move(sums.gram)};
}

/// `fill(block, terms)` gives the terms of a block's rows, `width` predictors each. Several threads may call it at once.
export template <RowSource Source>
quadratic sum_quadratics(Source const& source, block_filler const& fill, std::size_t width = 1) {
    if (width == 1 && has_sparse_sum(source)) return sum_sparse(source, fill);
    auto sums = sum_terms(source, width, width, fill);
    return {sums.constant, std::move(sums.linear), std::move(sums.gram)};
}

/// The same where W, K×K, is that of all rows: the precision is W ⊗ Σ x xᵀ.
export template <RowSource Source>
quadratic sum_quadratics_sharing(Source const& source, matrix const& shared, block_filler const& fill) {
    auto sums = sum_terms(source, shared.shape(0), 1, [&](row_block const& block, quadratic_terms const& terms) {
        std::ranges::fill(terms.weight, 1.0);
        fill(block, {terms.constant, terms.slope, {}});
    });
    return {sums.constant, std::move(sums.linear), kronecker{shared, std::move(sums.gram)}};
}

}  // namespace firefly
