/// The features that a row store offers to `mapped_rows`.
module;
#include <string>
#include <vector>

export module firefly.tables:store_columns;

import firefly.data;

namespace firefly {

/// What a store has under the names that reading its input at once would have given: "(intercept)" first, then the features that are
/// chosen (empty: all), each category as its indicators. Throws `data_error` for a feature that the store does not have.
export std::vector<std::string> store_columns(row_store const& store, std::vector<std::string> const& features, bool intercept);

}  // namespace firefly
