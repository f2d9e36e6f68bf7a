#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/numbers.hpp"
#include "support/temporary_directory.hpp"

import firefly.core;
import firefly.data;
import firefly.tables;

TEST_CASE("without options a file is read whole: an intercept, all other columns, a target of classes, nothing missing") {
    temporary_directory const directory;
    auto const path = directory.write("x.csv", "a,y,b\n1,no,2\n3,yes,4\n");
    firefly::read_options const options{.target = "y"};
    CHECK(options.need == firefly::target_need::required);
    auto const data = firefly::read_data(path, options);
    CHECK(data.columns == std::vector<std::string>{"(intercept)", "a", "b"});
    CHECK(data.labels == std::vector<std::string>{"no", "yes"});
    CHECK_THROWS_AS(firefly::read_data(directory.write("x.csv", "a,y\n1,no\n,yes\n"), options), firefly::data_error);
}

TEST_CASE("a data set can do without a target") {
    temporary_directory const directory;
    auto const path = directory.write("x.csv", "a,b\n1,2\n3,4\n");
    auto const data = firefly::read_data(path, {.target = "", .intercept = false, .need = firefly::target_need::none});
    CHECK(data.target.size() == 0);
    CHECK(data.target_name.empty());
    CHECK(numbers(data.features) == std::vector<double>{1, 2, 3, 4});
}

TEST_CASE("levels that are known before keep their order and their indicators, whatever appears") {
    temporary_directory const directory;
    auto const path = directory.write("x.csv", "y,k\n0,b\n1,a\n");
    auto const data = firefly::read_data(path, {.target = "y", .levels = {{"k", {"c", "b", "a"}}}});
    CHECK(data.columns == std::vector<std::string>{"(intercept)", "k=b", "k=a"});
    CHECK(numbers(data.features) == std::vector<double>{1, 1, 0, 1, 0, 1});
    CHECK(data.categories.front().levels == std::vector<std::string>{"c", "b", "a"});
}
