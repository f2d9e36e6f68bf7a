/// How loose a bound is, datum by datum: what decides which data are asked how often whether they are bright.
///
///     V_n = (I ⊗ x_nᵀ) H⁻¹ (I ⊗ x_n): the covariance of datum n's predictors under the Laplace approximation N(θ*, H⁻¹)
///     looseness  ½ tr[(S_n − W_n) V_n]        about the mean of its gap: the expected number of times that it is bright
///     range      ½ tr[(S_n − S_least,n) V_n]  times ‖θ − θ*‖²_H at least its gap, wherever the region lets θ be
///
/// S_n is the bound's curvature, W_n the likelihood's at the anchor, S_least what the likelihood's is at least (`CurvedBound`).
/// One pass over the rows, O(N K³D²).
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

export module firefly.samplers:survey;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.data;
import firefly.updaters;
import :joint;

namespace firefly {

export struct looseness_table {
    std::vector<double> looseness;  // of each datum
    std::vector<double> range;
};

/// Of all data in each region of the bound, whose anchor is θ*.
export template <Model M, CurvedBound B>
std::vector<looseness_table> survey(joint<M, B> const& target, cholesky const& precision) {
    auto const& source = target.model().rows();
    std::size_t const width = target.model().likelihood().width(), square = width * width, regions = target.bound().regions();
    std::vector<looseness_table> tables(regions, {std::vector<double>(source.rows()), std::vector<double>(source.rows())});
    batch rows(source.columns(), width, regions);
    block_buffer buffer;
    std::vector<double> covariance, curvature, least, slope, truth, scratch;
    for (std::size_t b = 0; b < block_count(source); ++b) {
        row_block const block = source.block(b, buffer);
        std::size_t const size = block.target.size();
        rows.resize(size);
        for (std::size_t i = 0; i < size; ++i) rows.index[i] = block.first + i;
        std::copy_n(block.rows.elements, rows.rows.size(), rows.rows.begin());
        std::ranges::copy(block.target, rows.target.begin());
        target.bound().annotate(rows);
        for (auto* array : {&covariance, &curvature, &least, &truth}) array->resize(size * square);
        slope.resize(size * width);
        predictor_covariances(precision, block.rows, width, scratch, covariance);
        target.model().likelihood().derivatives(rows.target, rows.anchor, slope, truth);
        for (std::size_t region = 0; region < regions; ++region) {
            target.bound().curvature(region, rows, curvature);
            target.bound().least_curvature(region, rows, least);
            for (std::size_t i = 0; i < size; ++i) {
                double loose = 0, range = 0;
                for (std::size_t k = i * square; k < (i + 1) * square; ++k) {
                    loose += (curvature[k] - truth[k]) * covariance[k] / 2;
                    range += (curvature[k] - least[k]) * covariance[k] / 2;
                }
                tables[region].looseness[block.first + i] = std::max(loose, 0.0);
                tables[region].range[block.first + i] = std::max(range, 0.0);
            }
        }
    }
    return tables;
}

/// q_n = min(½, c · looseness), as segments of a clock. No q_n is less than a thousandth of their mean: first order is not the whole
/// truth, and a datum that is never asked would be one that cannot be bright.
export std::vector<double> proposal_lengths(std::vector<double> const& looseness, double candidates_per_bright);

/// The update with q_n for every region, from the tables of all regions.
export clocked_update make_clocked_update(std::vector<looseness_table> const& tables, double candidates_per_bright = 3);

/// The update that redraws all z by thinning, for a bound anchored at θ* and tables made with this precision.
export thinned_gibbs make_thinned_gibbs(std::vector<looseness_table> const& tables, vector_view anchor, cholesky precision);

}  // namespace firefly
