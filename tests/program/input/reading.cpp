#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;

using namespace firefly::program;
using strings = std::vector<std::string>;

namespace {

char const* const table = "y,a,b\nno,1,2\nyes,2,1\nno,,4\nyes,4,3\nno,5,7\n";

sample_options options_for(std::filesystem::path const& file) {
    sample_options options;
    options.data = file.string();
    options.target = "y";
    options.missing = firefly::missing_cells::drop;
    return options;
}

}  // namespace

TEST_CASE("what the options say of a table is what the reader is told") {
    sample_options options;
    options.target = "y";
    options.features = {"a"};
    options.one_hot = {"b"};
    options.no_intercept = true;
    options.missing = firefly::missing_cells::drop;
    auto how = how_to_read(options);
    CHECK(how.target == "y");
    CHECK(how.features == strings{"a"});
    CHECK(how.one_hot == strings{"b"});
    CHECK_FALSE(how.intercept);
    CHECK(how.missing == firefly::missing_cells::drop);
    CHECK(how.kind == firefly::target_kind::classes);
    CHECK(how.class_count == 2);
    options.model = model_kind::softmax;
    CHECK(how_to_read(options).kind == firefly::target_kind::classes);
    options.model = model_kind::robust;
    CHECK(how_to_read(options).kind == firefly::target_kind::numeric);
}

TEST_CASE("a table is read with its names, and dropped rows are counted on standard output") {
    temporary_directory const directory;
    captured const output(stdout);
    auto const input = read_input(options_for(directory.write("table.csv", table)));
    CHECK(input.rows.rows() == 4);
    CHECK(input.columns == strings{"(intercept)", "a", "b"});
    CHECK(input.target == "y");
    CHECK(input.labels == strings{"no", "yes"});
    CHECK_FALSE(input.to_data_scale.changes());
    CHECK(input.dropped == 1);
    CHECK(output.text() == "Dropped 1 of 5 rows: a cell is missing.\n");
}

TEST_CASE("odd columns are warned of on standard error") {
    temporary_directory const directory;
    captured const errors(stderr);
    auto const input = read_input(options_for(directory.write("odd.csv", "y,a\nno,1\nyes,1\nno,1\n")));
    CHECK(input.rows.rows() == 3);
    CHECK(errors.text() ==
          "firefly: warning: column \"a\" has the same value in every row: the prior alone decides its coefficient\n");
}

TEST_CASE("what was decided when a store was made cannot be decided again") {
    temporary_directory const directory;
    auto const csv = directory.write("table.csv", "y,a,b\nno,1,2\nyes,2,1\nno,3,4\nyes,4,3\nno,5,7\n");
    auto const store = directory / "table.firefly";
    auto options = options_for(csv);
    options.missing = firefly::missing_cells::refuse;
    firefly::make_store({csv}, store, how_to_read(options), {});
    options.data = store.string();
    options.target = "";
    CHECK(read_input(options).rows.rows() == 5);
    CHECK(read_input(options).rows.stored_hash());
    CHECK(read_input(options).dropped == 0);

    auto const refusal = [&](auto const& change) {
        auto changed = options;
        change(changed);
        try {
            read_input(changed);
        } catch (firefly::invalid_argument const& failure) { return std::string(failure.what()); }
        return std::string("no complaint");
    };
    std::string const why =
        ": " + options.data + " is a store, and this is chosen when it is made, by firefly convert; leave it out";
    CHECK(refusal([](auto& o) { o.format = firefly::data_format::csv; }) == "--format" + why);
    CHECK(refusal([](auto& o) { o.one_hot = {"a"}; }) == "--one-hot" + why);
    CHECK(refusal([](auto& o) { o.missing = firefly::missing_cells::drop; }) == "--missing" + why);
    CHECK(refusal([](auto& o) { o.float32 = true; }) == "--float32" + why);
    CHECK(refusal([](auto& o) { o.target = "a"; }) ==
          "--target a: the target of the store " + options.data + " is \"y\"; leave it out");
}

TEST_CASE("a logistic model takes a store of two classes") {
    temporary_directory const directory;
    auto const csv = directory.write("three.csv", "y,a\nx,1\ny,2\nz,3\nx,5\n");
    sample_options options;
    options.target = "y";
    options.model = model_kind::softmax;
    firefly::make_store({csv}, directory / "three.firefly", how_to_read(options), {});
    options.data = (directory / "three.firefly").string();
    CHECK(read_input(options).labels == strings{"x", "y", "z"});
    options.model = model_kind::logistic;
    CHECK(complaint<firefly::data_error>([&] { read_input(options); }) ==
          "three.firefly: its target \"y\" has 3 classes (\"x\", \"y\", \"z\") where the model takes 2; choose another model");
}

TEST_CASE("categories are read with all their levels, from a table and from a store") {
    temporary_directory const directory;
    auto options = options_for(directory.write("table.csv", "y,k,a\nno,u,1\nyes,v,5\nno,w,3\nyes,u,2\n"));
    options.one_hot = {"k"};
    options.missing = firefly::missing_cells::refuse;
    auto const categories = read_input(options).categories;
    REQUIRE(categories.size() == 1);
    CHECK(categories[0].column == "k");
    CHECK(categories[0].levels == strings{"u", "v", "w"});
    firefly::make_store({options.data}, directory / "table.firefly", how_to_read(options), {});
    sample_options stored;
    stored.data = (directory / "table.firefly").string();
    CHECK(read_input(stored).categories[0].levels == strings{"u", "v", "w"});
    stored.features = {"a"};
    CHECK(read_input(stored).categories.empty());
}

TEST_CASE("what the library says of its settings is said with the names of options") {
    auto const words = [](char const* setting) {
        return in_words(firefly::data_error({.file = "x.csv", .what = "odd", .remedy = "mend it", .setting = setting}));
    };
    CHECK(words("missing") == "x.csv: odd; mend it (--missing drop)");
    CHECK(words("one_hot") == "x.csv: odd; mend it (--one-hot)");
    CHECK(words("format") == "x.csv: odd; mend it (--format)");
    CHECK(words("in_four_bytes") == "x.csv: odd; mend it (without --float32)");
    CHECK(words("levels") == "x.csv: odd; mend it (or take it for the reference level: --unseen reference)");
    CHECK(words("store") == "x.csv: odd; mend it (firefly convert data.csv data.firefly)");
    CHECK(words("") == "x.csv: odd; mend it");
}

TEST_CASE("where no category can be made none is advised") {
    firefly::data_error const word({.file = "x.csv", .what = "odd", .remedy = "make it categorical", .setting = "one_hot"});
    CHECK(std::string(of_numbers(word).what()) == "x.csv: odd; correct it, or leave the row out");
    firefly::data_error const hole({.file = "x.csv", .what = "odd", .remedy = "fill it", .setting = "missing"});
    CHECK(std::string(of_numbers(hole).what()) == "x.csv: odd; fill it");
}

TEST_CASE("a number that four bytes cannot hold is refused with what to do") {
    temporary_directory const directory;
    auto options = options_for(directory.write("large.csv", "y,a\nno,1\nyes,1e300\n"));
    options.float32 = true;
    CHECK(complaint<firefly::invalid_argument>([&] { read_input(options); }) ==
          "--float32: a number is beyond what four bytes can hold; leave --float32 out, or rescale the column");
}
