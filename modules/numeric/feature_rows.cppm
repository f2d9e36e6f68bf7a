/// Rows of features of which some columns are indicators of levels, which stay codes: groups of a model, a column for each of their levels.
///
///     x = (c_1, …, c_b | 0 … v … 0 | … | 0 … v … 0 | c_{b+1}, …, c_p),   v in the place of the row's level, one group after the other
///
/// A dense row would be as long as θ; this one is as long as the columns that are numbers. With G levels in F groups and p other columns, a pass over the
/// rows costs what it costs with p + F columns: O(N (p + F)) for predictors and gradients, O(N (p + F)²) for a Gram matrix and for x·Sx.
module;
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

export module firefly.numeric:feature_rows;

import firefly.external;
import :linear_algebra;
import :numbers;
import :sparse_symmetric;

namespace firefly {

/// The code of a row that has none of the levels: all of its indicators are zero.
export inline constexpr std::uint32_t no_level = 0xffffffff;

/// One group of some rows.
export struct group_codes {
    std::size_t levels = 0;
    std::span<std::uint32_t const> code;  // of each row: below `levels`, or `no_level`
    vector_view value = {};               // of each row, what stands in the place of its level; empty: ones

    inline double value_of(std::size_t row) const { return value.empty() ? 1 : value[row]; }
};

/// Refers to numbers and codes that lie elsewhere.
export struct feature_rows {
    matrix_view common;  // columns that are numbers
    std::size_t rows = 0;
    std::size_t columns = 0;  // with those of all levels
    std::size_t before = 0;   // how many of the common ones come before the levels
    std::span<group_codes const> groups;

    feature_rows() = default;
    /// Without groups.
    inline feature_rows(matrix_view dense) : common(dense), rows(dense.rows), columns(dense.columns), before(dense.columns) {}
    inline feature_rows(matrix_view numbers, std::size_t before_levels, std::span<group_codes const> of_groups)
        : common(numbers), rows(numbers.rows), columns(numbers.columns), before(before_levels), groups(of_groups) {
        for (auto const& group : groups) columns += group.levels;
    }

    inline std::size_t level_columns() const { return columns - common.columns; }
    /// All columns of row i: in place where there are no groups, in `memory` otherwise.
    vector_view dense_row(std::size_t i, std::vector<double>& memory) const;
    /// The same of all rows.
    matrix_view dense(std::vector<double>& memory) const;
};

/// As of dense rows: see `linear_algebra`.
export void predict(feature_rows const& rows, vector_view theta, vector_out eta);
export void add_weighted_rows(feature_rows const& rows, vector_view weights, vector_out theta);
export void add_weighted_gram(feature_rows const& rows, vector_view weights, matrix& gram);

/// Σ w x xᵀ of rows that have one predictor, with a place for all products that they have, whatever the weights: levels of these rows with common
/// columns and with each other. O(N (p + F)² + N F² log N).
export sparse_symmetric sparse_gram(feature_rows const& rows, vector_view weights);

/// x·Sx of every row x, S symmetric with both triangles filled; or with a place for all products that the rows have.
export void square_rows(feature_rows const& rows, matrix const& s, vector_out squares);
export void square_rows(feature_rows const& rows, sparse_symmetric const& s, vector_out squares);

}  // namespace firefly
