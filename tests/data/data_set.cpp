#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;
import firefly.data;

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("rows take a data set over") {
    dense_rows const rows(data_set{matrix_of({{1, 2}, {3, 4}}), vector_of({0, 1}), {"a", "b"}, "y", {}});
    CHECK(rows.rows() == 2);
    CHECK(rows.columns() == 2);
}

TEST_CASE("a data set is a value, and an empty one until it is filled") {
    data_set const empty;
    CHECK(empty.features.size() == 0);
    CHECK(empty.labels.empty());
    data_set const some{matrix_of({{1, 2}, {1, 4}}), vector_of({0, 1}), {"(intercept)", "dose"}, "cured", {"no", "yes"}};
    data_set copy = some;
    copy.features(1, 1) = 5;
    copy.labels[1] = "so so";
    CHECK(some.features(1, 1) == 4);
    CHECK(some.labels[1] == "yes");
}
