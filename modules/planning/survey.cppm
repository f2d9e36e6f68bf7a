/// How loose a bound is, datum by datum: what decides which data are asked how often whether they are bright.
///
///     V_n = (I ⊗ x_nᵀ) H⁻¹ (I ⊗ x_n): the covariance of datum n's predictors under the Laplace approximation N(θ*, H⁻¹)
///     looseness  ½ tr[(S_n − W_n) V_n]        about the mean of its gap: the expected number of times that it is bright
///     range      ½ tr[(S_n − S_least,n) V_n]  times ‖θ − θ*‖²_H at least its gap, wherever the region lets θ be
///
/// S_n is the bound's curvature, W_n the likelihood's at the anchor, S_least what the likelihood's is at least (`CurvedBound`).
/// One pass over the rows, O(N K³D²); O(N D) where the bound has measured V already (`MeasuredBound`).
module;
#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

export module firefly.planning:survey;

import firefly.external;
import firefly.bounds;
import firefly.core;
import firefly.data;
import firefly.teams;
import firefly.updaters;

namespace firefly {

/// Looseness and range of each datum in one region.
export struct looseness_table {
    row_share part;                // the data that it is of: in a team this member's own
    std::vector<float> looseness;  // of each datum
    std::vector<float> range;      // rounded up
};

extern template class lazy<looseness_table>;  // compiled in the library

/// V of every row of a block where the bound has not measured them; else of none.
template <CurvedBound B>
std::vector<double> missing_covariances(B const& bound, cholesky const& precision, predictor_spread const& spread,
                                        std::size_t width, feature_rows const& rows) {
    if constexpr (MeasuredBound<B>)
        if (bound.has_measured(precision)) return {};
    std::vector<double> all(rows.rows * width * width);
    spread.covariances(rows, width, all);
    return all;
}

/// V of some rows of the block, the first of which is `first`.
template <CurvedBound B>
void fill_covariances(B const& bound, batch<typename B::notes> const& rows, std::vector<double> const& missing, std::size_t first,
                      vector_out covariance) {
    if constexpr (MeasuredBound<B>)
        if (missing.empty()) {
            for (std::size_t i = 0; i < rows.size(); ++i) covariance[i] = bound.variance(rows, i);
            return;
        }
    std::size_t const each = covariance.size() / rows.size();
    std::ranges::copy(vector_view(missing).subspan(first * each, covariance.size()), covariance.begin());
}

/// `use(n, looseness, range)` for every row of a block, in one region of the bound, whose anchor is θ*.
template <Model M, CurvedBound B, class Use>
void survey_block(M const& model, B const& bound, cholesky const& precision, predictor_spread const& spread, std::size_t region,
                  row_block const& block, Use const& use) {
    constexpr std::size_t some = 256;  // rows at a time: what comes of them stays in the cache
    std::size_t const columns = block.rows.columns, width = model.likelihood().width(), square = width * width;
    batch<typename B::notes> rows({.columns = columns, .target = block.target.size() / block.rows.rows});
    std::vector<double> const missing = missing_covariances(bound, precision, spread, width, block.rows);
    std::vector<double> covariance, curvature, least, slope, truth, memory;
    for (std::size_t first = 0; first < block.rows.rows; first += some) {
        std::size_t const size = std::min(some, block.rows.rows - first);
        rows.resize(size);
        for (std::size_t i = 0; i < size; ++i) {
            rows.index[i] = block.first + first + i;
            if (block.rows.groups.empty())
                rows.refer(i, block.rows.common.row(first + i).data());
            else
                std::ranges::copy(block.rows.dense_row(first + i, memory), rows.copy(i).begin());
        }
        std::ranges::copy(block.target.subspan(first * rows.layout().target, rows.target.size()), rows.target.begin());
        bound.annotate(rows);
        for (auto* array : {&covariance, &curvature, &least, &truth}) array->resize(size * square);
        slope.resize(size * width);
        fill_covariances(bound, rows, missing, first, covariance);
        model.likelihood().derivatives(rows.target, bound.contact(rows), slope, truth);
        bound.curvature(region, rows, curvature);
        bound.least_curvature(region, rows, least);
        for (std::size_t i = 0; i < size; ++i) {
            double loose = 0, range = 0;
            for (std::size_t k = i * square; k < (i + 1) * square; ++k) {
                loose += (curvature[k] - truth[k]) * covariance[k] / 2;
                range += (curvature[k] - least[k]) * covariance[k] / 2;
            }
            use(block.first + first + i, std::max(loose, 0.0), std::max(range, 0.0));
        }
    }
}

/// Of all data in one region.
template <Model M, CurvedBound B>
looseness_table survey_region(M const& model, B const& bound, cholesky const& precision, std::size_t region) {
    row_share const part = share_of(model.rows());
    looseness_table table{part, std::vector<float>(part.size()), std::vector<float>(part.size())};
    predictor_spread const spread(precision);
    for_each_block(model.rows(), [&](row_block const& block) {
        survey_block(model, bound, precision, spread, region, block, [&](row_index n, double looseness, double range) {
            table.looseness[part.place(n)] = static_cast<float>(looseness);
            table.range[part.place(n)] = round_up(range);
        });
    });
    return table;
}

/// Of all data in each region of the bound; in those after the first when a chain first goes there, which does so alone.
export template <Model M, CurvedBound B>
std::vector<lazy<looseness_table>> survey(M const& model, B const& bound, cholesky const& precision) {
    std::vector<lazy<looseness_table>> tables{survey_region(model, bound, precision, 0)};
    auto const later = std::make_shared<std::tuple<M, B, cholesky> const>(alone(model), bound, precision);
    for (std::size_t region = 1; region < bound.regions(); ++region)
        tables.emplace_back(std::function<looseness_table()>([later, region] {
            auto const& [all, same, scale] = *later;
            return survey_region(all, same, scale, region);
        }));
    return tables;
}

/// About how many data will be bright in a region: their looseness, of every tenth block where there are many.
template <Model M, CurvedBound B>
double expect_bright(M const& model, B const& bound, cholesky const& precision, std::size_t region) {
    auto const& source = model.rows();
    block_sample const sample(source, has_many_blocks(source) ? 10 : 1);
    predictor_spread const spread(precision);
    double const sum = sum_over_blocks(sample, 0.0, [&](double& part, row_block block) {
        block.first = sample.place(block.first);
        survey_block(model, bound, precision, spread, region, block,
                     [&](row_index, double looseness, double) { part += looseness; });
    });
    return sum * static_cast<double>(source.rows()) / static_cast<double>(sample.rows());
}

/// q_n = min(½, c · looseness), as segments of a clock. No q_n is less than a thousandth of their mean: first order is not the whole
/// truth, and a datum that is never asked would be one that cannot be bright.
poisson_clock make_proposals(looseness_table const& table, double candidates_per_bright);

/// The update with q_n for every region, from the tables of all regions.
export clocked_update make_clocked_update(std::vector<lazy<looseness_table>> const& tables, double candidates_per_bright = 3);

/// The update that redraws all z by thinning, for a bound anchored at θ* and tables made with this precision.
export thinned_gibbs make_thinned_gibbs(std::vector<lazy<looseness_table>> const& tables, vector_view anchor, cholesky precision);

}  // namespace firefly
