/// The features that a row store offers to `mapped_rows`.
module;
#include <string>
#include <vector>

export module firefly.tables:store_columns;

import firefly.data;

namespace firefly {

/// What a store has under the names that reading its input at once would have given: "(intercept)" first, then the features that are
/// chosen (empty: all but the `cases`), each category as its indicators, then the cases: see `read_options`. Throws `data_error` for a column that
/// the store does not have, and for a case that holds categories.
export std::vector<std::string> store_columns(row_store const& store, std::vector<std::string> const& features, bool intercept,
                                              std::vector<std::string> const& cases = {}, bool reference = false);

}  // namespace firefly
