module;
#include <algorithm>
#include <cstddef>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

module firefly.data;

import firefly.external;
import firefly.core;
import firefly.teams;

namespace firefly {

namespace {

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

    sparse_sums& operator+=(sparse_sums const& other) {
        constant += other.constant;
        linear += other.linear;
        if (other.gram.dimension() > 0) gram += other.gram;
        return *this;
    }
};

/// Whether the sum of rows with one predictor each is mostly zeros. Makes a block, where there are many columns.
bool has_sparse_sum(any_blocks const& blocks) {
    if (blocks.columns < least_sparse || blocks.share.rows == 0 || blocks.share.parts) return false;
    block_buffer buffer;
    return !blocks.block(0, buffer).rows.groups.empty();
}

/// What adds a block: `add(sum, block)`, counted.
template <class Sum, class Add>
block_adder<Sum> counted(any_blocks const& blocks, Add const& add) {
    return [&blocks, &add](Sum& sum, std::size_t i, block_buffer& buffer, std::size_t) {
        row_block const block = blocks.block(i, buffer);
        count_passed(block.rows.rows);
        add(sum, block);
    };
}

/// The Gram matrix is of `parts`×`parts` blocks of D×D: K of them, or one where all rows share W.
quadratic_sums sum_terms(any_blocks const& blocks, std::size_t width, std::size_t parts, block_filler const& fill) {
    auto const add = [&](quadratic_sums& sums, row_block const& block) {
        std::size_t const size = block.rows.rows;
        std::vector<double> constant(size), slope(size * width), weight(size * parts * parts);
        fill(block, {constant, slope, weight});
        for (double const c : constant) sums.constant += c;
        add_weighted_rows(block.rows, slope, as_out(sums.linear));
        add_weighted_gram(block.rows, weight, sums.gram);
    };
    std::size_t const columns = blocks.columns;
    quadratic_sums const zero{0, zeros(width * columns), zeros(parts * columns, parts * columns)};
    tree_node const all{0, blocks_of(blocks.share.rows)};
    auto const add_block = counted<quadratic_sums>(blocks, add);
    quadratic_sums sums = blocks.share.parts ? sum_together(blocks.share, all, zero, add_block, pass_threads())
                                             : sum_alone(all, zero, add_block, pass_threads());
    mirror(sums.gram, columns);
    return sums;
}

/// Σ over rows with groups.
sparse_sums sum_sparse(any_blocks const& blocks, block_filler const& fill) {
    auto const add = [&](sparse_sums& sums, row_block const& block) {
        std::size_t const size = block.rows.rows;
        std::vector<double> constant(size), slope(size), weight(size);
        fill(block, {constant, slope, weight});
        for (double const c : constant) sums.constant += c;
        add_weighted_rows(block.rows, slope, as_out(sums.linear));
        sums.gram += sparse_gram(block.rows, weight);
    };
    return sum_alone({0, blocks_of(blocks.share.rows)}, sparse_sums{0, zeros(blocks.columns)}, counted<sparse_sums>(blocks, add),
                     pass_threads());
}

}  // namespace

quadratic sum_quadratics(any_blocks const& blocks, block_filler const& fill, std::size_t width) {
    if (width == 1 && has_sparse_sum(blocks)) {
        auto sums = sum_sparse(blocks, fill);
        return {sums.constant, std::move(sums.linear), std::move(sums.gram)};
    }
    auto sums = sum_terms(blocks, width, width, fill);
    return {sums.constant, std::move(sums.linear), std::move(sums.gram)};
}

quadratic sum_quadratics_sharing(any_blocks const& blocks, matrix const& shared, block_filler const& fill) {
    auto sums = sum_terms(blocks, shared.shape(0), 1, [&](row_block const& block, quadratic_terms const& terms) {
        std::ranges::fill(terms.weight, 1.0);
        fill(block, {terms.constant, terms.slope, {}});
    });
    return {sums.constant, std::move(sums.linear), kronecker{shared, std::move(sums.gram)}};
}

}  // namespace firefly
