#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "support/store_files.hpp"
#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

using firefly::data_error;
using firefly::make_store;
using firefly::mapped_rows;
using firefly::row_store;
using firefly::store_columns;
using firefly::target_kind;
using namespace firefly::testing;
using names = std::vector<std::string>;

TEST_CASE("in four bytes a store has the rounded numbers, and refuses those that are beyond them") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(many), {.target = "y"}, {.in_four_bytes = true});
    CHECK(row_store(path).size().element == 4);
    CHECK(all_of(open(path)) == all_of(firefly::float_rows(firefly::read_csv(directory / "data.csv", {.target = "y"}))));
    CHECK(complaint<data_error>([&] { store_of(directory, "y,a\n0,1\n1,1e39\n", {.target = "y"}, {.in_four_bytes = true}); }) ==
          "data.firefly: row 2, column 1 is beyond what four bytes can hold (1e+39); rescale the column, or keep eight bytes");
}
