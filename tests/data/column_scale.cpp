#include <doctest/doctest.h>

#include <vector>

import firefly.core;
import firefly.data;

using firefly::column_scale;
using firefly::to_vector;

TEST_CASE("a row is shown less its centres, divided by its deviations") {
    column_scale const scale(to_vector(std::vector{0.0, 3.0, -1.0}), to_vector(std::vector{1.0, 4.0, 0.5}));
    CHECK(scale.changes());
    std::vector row{1.0, 5.0, -1.5};
    scale.show(row.data());
    CHECK(row == std::vector{1.0, 0.5, -1.0});
}

TEST_CASE("without deviations rows are shifted only, one after the other") {
    column_scale const scale(to_vector(std::vector{0.0, 1e9}));
    CHECK(scale.deviation().size() == 0);
    std::vector rows{1.0, 1e9 + 2, 1.0, 1e9 - 3};
    scale.show(rows.data(), 2);
    CHECK(rows == std::vector{1.0, 2.0, 1.0, -3.0});
}

TEST_CASE("the scale of what was not changed changes nothing") {
    column_scale const none;
    CHECK_FALSE(none.changes());
    std::vector row{1.5, 2.5};
    none.show(row.data());
    none.show(row.data(), 1);
    CHECK(row == std::vector{1.5, 2.5});
}

TEST_CASE("columns behind those of a scale are shown as they are") {
    column_scale const scale(to_vector(std::vector{1.0, 2.0}), to_vector(std::vector{2.0, 4.0}));
    std::vector row{5.0, 6.0, 7.0};
    scale.followed_by(1).show(row.data());
    CHECK(row == std::vector{2.0, 1.0, 7.0});
    std::vector shifted{5.0, 7.0};
    column_scale(to_vector(std::vector{1.0})).followed_by(1).show(shifted.data());
    CHECK(shifted == std::vector{4.0, 7.0});
    CHECK_FALSE(column_scale().followed_by(2).changes());
}
