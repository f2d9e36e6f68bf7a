#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/numbers.hpp"
#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

using names = std::vector<std::string>;

namespace {

firefly::file_data read(std::string_view text, firefly::read_options const& options = {.target = ""}) {
    temporary_directory const directory;
    return firefly::read_data(directory.write("a9a", text), options, firefly::data_format::libsvm);
}

std::string refusal(std::string_view text, firefly::read_options const& options = {.target = ""}) {
    return complaint<firefly::data_error>([&] { read(text, options); });
}

}  // namespace

TEST_CASE("a LIBSVM file becomes dense rows, zero where nothing is written") {
    auto const data = read("+1 1:0.5 3:-2\n-1 2:1e3\n+1\n");
    CHECK(data.columns == names{"(intercept)", "1", "2", "3"});
    CHECK(data.target_name == "label");
    CHECK(data.labels == names{"-1", "+1"});
    CHECK(numbers(data.target) == std::vector<double>{1, 0, 1});
    CHECK(numbers(data.features) == std::vector<double>{1, 0.5, 0, -2, 1, 0, 1000, 0, 1, 0, 0, 0});
}

TEST_CASE("columns of a LIBSVM file are chosen by their number, and may be categories") {
    std::string_view const text = "1 1:2 1000000:3 4000000000:9\n0 1:1 4000000000:8\n";
    auto const data = read(text, {.target = "", .features = {"4000000000", "1"}});
    CHECK(data.columns == names{"(intercept)", "4000000000", "1"});
    CHECK(numbers(data.features) == std::vector<double>{1, 9, 2, 1, 8, 1});
    auto const coded = read(text, {.target = "", .features = {"1"}, .one_hot = {"1"}});
    CHECK(coded.columns == names{"(intercept)", "1=2"});
    CHECK(refusal(text, {.target = "", .features = {"0"}}) == "a9a: there is no column \"0\"; there are 1 to 4000000000");
    CHECK(refusal(text, {.target = "", .features = {"age"}}) == "a9a: there is no column \"age\"; there are 1 to 4000000000");
    CHECK(refusal(text, {.target = "y"}) == "a9a: the target of a LIBSVM file is its label; choose no other");
}

TEST_CASE("a wide LIBSVM file is refused with the size that it would have") {
    CHECK(refusal("1 1:2\n0 18446744073709551615:1\n")
              .starts_with("a9a: 2 rows × 18446744073709551615 columns would take 2.684e+08 TiB when dense, and their model "));
    CHECK(refusal("1 1:2\n0 1000000000:1\n")
              .starts_with(
                  "a9a: 2 rows × 1000000000 columns would take 14.9 GiB when dense, and their model 7.276e+06 TiB; there are "));
    CHECK(
        refusal("1 1:2\n0 100:1\n", {.target = "", .most_bytes = 1024}) ==
        "a9a: 2 rows × 100 columns would take 1.562 KiB when dense, and their model 78.12 KiB; there are 1 KiB: choose fewer features");
}

TEST_CASE("missing values of a LIBSVM file are refused or dropped") {
    std::string_view const text = "1 1:2\n0 1:nan\nNA 1:3\n0 1:4\n";
    CHECK(refusal(text) == "a9a:2: column 1 is missing (\"nan\"); fill the cell, remove the row, or drop all such rows");
    CHECK(refusal("NA 1:3\n") == "a9a:1: the label is missing (\"NA\"); fill the cell, remove the row, or drop all such rows");
    auto const data = read(text, {.target = "", .missing = firefly::missing_cells::drop});
    CHECK(data.dropped == 2);
    CHECK(numbers(data.features) == std::vector<double>{1, 2, 1, 4});
}
