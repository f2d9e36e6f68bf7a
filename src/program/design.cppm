/// What is odd about the columns of a data set, and their standardization.
module;
#include <string>
#include <vector>

export module firefly.program:design;

import firefly;
import :data_scale;

namespace firefly::program {

/// Constant columns, fewer rows than columns, columns that depend linearly on others: one line each. With a proper prior all of these are
/// legitimate, but seldom meant. `intercept`: the first column is one.
///
/// Linear dependence is a pivot of the columns' correlation matrix below 1e-9 (one minus R² on the columns before it), by Cholesky's
/// method: O(D²) a row and O(D³). A sample of the rows is tried first, since columns that are independent there are so everywhere; all rows
/// are read only where it finds something. Above 2000 columns it is not looked for.
export std::vector<std::string> odd_columns(data_set const& data, bool intercept);

/// Shifts and scales each column to mean 0 and standard deviation 1 (of N − 1, as R does), the intercept and constant columns excepted.
/// Without an intercept nothing is shifted: no coefficient could make up for it. Returns the way back. Two passes.
export data_scale standardize(data_set& data, bool intercept);

}  // namespace firefly::program
