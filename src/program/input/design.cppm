/// What is odd about the columns of the data, and their standardization.
module;
#include <string>
#include <vector>

export module firefly.program.input:design;

import firefly;
import :data_scale;
import :rows;

namespace firefly::program {

/// Constant columns, fewer rows than columns, columns that depend linearly on others: one line each. With a proper prior all of these are
/// legitimate, but seldom meant. `intercept`: the first column is one.
///
/// Linear dependence is a pivot of the columns' correlation matrix below 1e-9 (one minus R² on the columns before it), by Cholesky's
/// method: O(D²) a row and O(D³). Some blocks are tried first, since columns that vary and are independent there do so everywhere; all
/// rows are read only where something is found there. Above 2000 columns dependence is not looked for.
export std::vector<std::string> odd_columns(any_rows const& rows, std::vector<std::string> const& columns, bool intercept);

/// Shifts and scales each column to mean 0 and standard deviation 1 (of N − 1, as R does), the intercept and constant columns excepted.
/// Without an intercept nothing is shifted: no coefficient could make up for it. Returns the way back. Two passes.
export data_scale standardize(data_set& data, bool intercept);
/// The same of a store, whose rows are then changed as they are read: to the same numbers, to the last bit.
export data_scale standardize(mapped_rows& rows, bool intercept);

}  // namespace firefly::program
