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

TEST_CASE("columns of a store are chosen by name, and one that is not there is named") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(10), {.target = "y", .one_hot = {"c"}});
    row_store const store(path);
    CHECK(store_columns(store, {"b"}, true) == names{"(intercept)", "b"});
    CHECK(all_of(mapped_rows(store, {"c=3", "b"}, target_kind::classes))[3 * 3] == 1);
    CHECK(complaint<data_error>([&] { store_columns(store, {"bb"}, true); }) ==
          "data.firefly: there is no column \"bb\"; choose among \"a\", \"b\", \"c\"");
    CHECK(complaint<data_error>([&] {
              mapped_rows(store, {"c=8"}, target_kind::classes);
          }).starts_with("data.firefly: there is no column \"c=8\"; there are \"(intercept)\", \"a\""));
}

TEST_CASE("columns of a store that are no features come last, and must be numbers") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(10), {.target = "y", .one_hot = {"c"}});
    row_store const store(path);
    auto const all = store_columns(store, {}, true, {"a"});
    CHECK(all.front() == "(intercept)");
    CHECK(all[1] == "b");
    CHECK(all.back() == "a");
    CHECK(store_columns(store, {"b"}, false, {"a"}) == names{"b", "a"});
    CHECK(complaint<data_error>([&] { store_columns(store, {"b"}, true, {"c"}); }) ==
          "data.firefly: column \"c\" holds categories where numbers are needed; choose another column, or convert the data again");
}
