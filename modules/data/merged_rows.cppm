/// Equal rows as one, with how often they come as its weight (`adjusted`).
///
/// A datum has one brightness variable, whatever its weight: n equal rows that the bound holds badly are n bright data, and one when they are merged.
/// Rows are found by a hash of their numbers. Cost: one pass, O(ND), and memory for the different rows.
module;
#include <cstddef>

export module firefly.data:merged_rows;

import firefly.core;

namespace firefly {

/// Different rows, in the order in which they first appear.
export struct merged_rows {
    matrix features;
    vector target;
    vector weight;  // the sum over the rows that became this one
};

/// Without weights each row counts once. Rows are equal where all features and the target are: zero is zero, whatever its sign.
export merged_rows merge_equal_rows(matrix const& features, vector const& target, vector const& weight = zeros(0));

}  // namespace firefly
