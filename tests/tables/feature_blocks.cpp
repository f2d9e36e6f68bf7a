#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.tables;

using firefly::feature_block;
using firefly::feature_blocks;

namespace {

/// All blocks, one after the other.
feature_block read_all(feature_blocks& blocks, std::size_t most) {
    feature_block all, block;
    while (blocks.next(most, block)) {
        all.rows.insert(all.rows.end(), block.rows.begin(), block.rows.end());
        all.targets.insert(all.targets.end(), block.targets.begin(), block.targets.end());
    }
    return all;
}

}  // namespace

TEST_CASE("rows come in blocks of any size, columns by name, with an intercept where it is asked for") {
    temporary_directory const directory;
    auto const path = directory.write("new.csv", "b,text,y,a\n1,\"x,y\",yes,2\n3,z,no,4\n5,z,yes,\"6\"\n");
    for (std::size_t const most : {1u, 2u, 100u}) {
        feature_blocks blocks(path, {.features = {"(intercept)", "a", "b"}, .target = "y"});
        CHECK(blocks.has_target());
        auto const all = read_all(blocks, most);
        CHECK(all.rows == std::vector<double>{1, 2, 1, 1, 4, 3, 1, 6, 5});
        CHECK(all.targets == std::vector<std::string>{"yes", "no", "yes"});
    }
    feature_blocks intercept(path, {.features = {"(intercept)"}, .target = "none"});
    CHECK_FALSE(intercept.has_target());
    CHECK(read_all(intercept, 10).rows == std::vector<double>{1, 1, 1});
}

TEST_CASE("an array that was written row by row is read again, with its target beside it or in another file") {
    temporary_directory const directory;
    firefly::npy_writer writer(directory / "x.npy", 2);
    writer.append(std::vector<double>{1, 0.1, 2, 0.2});
    writer.append(std::vector<double>{3, 0.3});
    writer.finish();
    CHECK(firefly::read_npy(directory / "x.npy").shape(0) == 3);
    firefly::npy_writer target(directory / "y.npy", 1);
    target.append(std::vector<double>{1, 0, 1});
    target.finish();
    feature_blocks blocks(directory / "x.npy", {.features = {"2", "(intercept)", "1"}, .target = (directory / "y.npy").string()});
    auto const all = read_all(blocks, 2);
    CHECK(all.rows == std::vector<double>{0.1, 1, 1, 0.2, 1, 2, 0.3, 1, 3});
    CHECK(all.targets == std::vector<std::string>{"1", "0", "1"});
    feature_blocks everything(directory / "x.npy", {});
    CHECK(everything.columns() == std::vector<std::string>{"1", "2"});
    CHECK(read_all(everything, 2).rows == std::vector<double>{1, 0.1, 2, 0.2, 3, 0.3});
}

TEST_CASE("new rows that cannot be used are refused with their line") {
    temporary_directory const directory;
    auto const refusal = [&](std::string const& bytes, firefly::feature_choice const& choice) {
        return complaint<firefly::data_error>([&] {
            feature_blocks blocks(directory.write("new.csv", bytes), choice);
            read_all(blocks, 2);
        });
    };
    CHECK(refusal("a,b\n1,2\n3,\n", {.features = {"a", "b"}}) ==
          "new.csv:3: column \"b\" is not a finite number (\"\"); correct it, or leave the row out");
    CHECK(refusal("a,b\n1,2\n3\n", {.features = {"a", "b"}}) == "new.csv:3: 1 fields where the first line has 2; correct the line");
    CHECK(refusal("a,b\n1,2,3\n", {.features = {"a", "b"}}) ==
          "new.csv:2: more fields than the first line has, which are 2; correct the line");
    CHECK(refusal("a,b\n1,2\n", {.features = {"c"}}).starts_with("new.csv: there is no column \"c\""));
    CHECK(refusal("a,b\n1,2\n", {.features = {"a"}, .target = "y", .target_required = true})
              .starts_with("new.csv: there is no column \"y\""));
    CHECK(refusal("a,b\n", {.features = {"a"}}) == "new.csv: there is a header but no row; add data");
    CHECK(refusal("", {.features = {"a"}}) == "new.csv: the file is empty; give one with a header and rows");
}

TEST_CASE("categories become the columns of zeros and ones that were fitted, in their places") {
    temporary_directory const directory;
    auto const path = directory.write("new.csv", "region,a\nsouth,2\n north ,4\neast,6\n");
    feature_blocks blocks(path, {.features = {"(intercept)", "region=north", "a", "region=south"}});
    CHECK(read_all(blocks, 2).rows == std::vector<double>{1, 0, 2, 1, 1, 1, 4, 0, 1, 0, 6, 0});
    feature_blocks alone(path, {.features = {"region=south"}});
    CHECK(read_all(alone, 10).rows == std::vector<double>{1, 0, 0});
    auto const hole = directory.write("hole.csv", "region,a\n,2\n");
    feature_blocks missing(hole, {.features = {"region=south", "a"}});
    feature_block block;
    CHECK_THROWS_AS(missing.next(10, block), firefly::data_error);
}
