/// Looks for columns that are probably a mistake, and standardizes columns.
module;
#include <string>
#include <vector>

export module firefly.program.input:design;

import firefly;
import :data_scale;

namespace firefly::program {

/// One line each for constant columns, fewer rows than columns, and columns that depend linearly on others. With a proper prior all of
/// these are legitimate, but seldom intended. `intercept`: the first column is the intercept.
///
/// A column is linearly dependent if its pivot in the Cholesky factorisation of the correlation matrix (one minus R² on the columns before
/// it) is below 1e-9. Cost: O(D²) per row and O(D³). A sample of blocks is checked first: columns that vary and are independent there do so in
/// all rows. All rows are read only if something is found. With more than 2000 columns linear dependence is not checked.
export std::vector<std::string> odd_columns(any_rows const& rows, std::vector<std::string> const& columns, bool intercept);

/// Shifts and scales each column to mean 0 and standard deviation 1 (divided by N − 1, as in R), except the intercept and constant
/// columns. Without an intercept nothing is shifted, because no coefficient could absorb the shift. Returns the inverse map. Two passes.
export data_scale standardize(data_set& data, bool intercept);
/// The same for a store: its rows are transformed as they are read, to the same numbers bit for bit.
export data_scale standardize(mapped_rows& rows, bool intercept);

}  // namespace firefly::program
