/// A data set as people keep it: named columns, one target. What readers return and `dense_rows` takes over.
module;
#include <string>
#include <vector>

export module firefly.data:data_set;

import firefly.external;
import firefly.core;

namespace firefly {

/// What a target holds. Classes may be numbers or names; they become 0, 1, …, in numerical order when all are numbers and in
/// lexicographical order otherwise. `data_set::labels` keeps what they were called.
export enum class target_kind { classes, numeric };

/// A whole table in memory.
export struct data_set {
    matrix features;                   // N × D; an intercept, where there is one, is the first column
    vector target;                     // numbers, or classes 0, 1, …
    std::vector<std::string> columns;  // D names; "(intercept)" for the intercept
    std::string target_name;
    std::vector<std::string> labels;  // what classes 0, 1, … are called; empty for a numeric target
};

}  // namespace firefly
