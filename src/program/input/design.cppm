/// Looks for columns that are probably a mistake, and puts columns on another scale.
module;
#include <string>
#include <vector>

export module firefly.program.input:design;

import firefly;
import :data_scale;

namespace firefly::program {

/// One line each for constant columns, fewer rows than columns, and columns that depend linearly on others. With a proper prior all of
/// these are legitimate, but seldom intended. `intercept`: the first column is the intercept. `cutpoints`: they stand for it.
///
/// A column is linearly dependent if its pivot in the Cholesky factorisation of the correlation matrix (one minus R² on the columns before
/// it) is below 1e-9. Cost: O(D²) per row and O(D³). A sample of blocks is checked first: columns that vary and are independent there do so in
/// all rows. All rows are read only if something is found. With more than 2000 columns linear dependence is not checked.
export std::vector<std::string> odd_columns(any_rows const& rows, std::vector<std::string> const& columns, bool intercept,
                                            bool cutpoints = false);

/// What is done to columns.
export struct column_changes {
    bool centre = false;       // shift each to mean 0, rounded as `column_moments` says; intercept or cutpoints absorb the shift
    bool standardize = false;  // divide each by its standard deviation
};

/// Changes all columns but the intercept, and does not divide constant ones. Returns the way back. One pass, two to standardize, none where
/// nothing is asked for. Where processes share the rows: all of them together.
/// `cutpoints` says how many parameters follow the coefficients.
export data_scale rescale(any_rows& rows, bool intercept, column_changes changes, std::size_t cutpoints = 0);

}  // namespace firefly::program
