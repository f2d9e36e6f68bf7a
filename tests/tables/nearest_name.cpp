#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

import firefly.tables;

using namespace firefly;

TEST_CASE("the name that was probably meant is near, whatever the case of its letters") {
    std::vector<std::string> const names{"arsenic", "dist", "x"};
    CHECK(nearest_name("arsnic", names) == "arsenic");
    CHECK(nearest_name("DIST", names) == "dist");
    CHECK(nearest_name("distance", names) == std::nullopt);
    CHECK(nearest_name("q", names) == std::nullopt);
    CHECK(nearest_name(std::string(1000, 'a'), names) == std::nullopt);
}
