#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.files;
import firefly.tables;

using firefly::read_data;
using names = std::vector<std::string>;

namespace {

struct table {
    temporary_directory directory;
    std::filesystem::path csv, store;

    explicit table(bool in_four_bytes = false) {
        std::string text = "y,a,k,b\n";
        for (std::size_t i = 0; i < 5000; ++i)
            text += fmt::format("{},{},{},{}\n", i % 3 == 0 ? "no" : "yes", 0.25 * static_cast<double>(i), i % 2 ? "u" : "\"v, w\"",
                                i % 7);
        csv = directory.write("x.csv", text);
        store = directory / "x.firefly";
        firefly::make_store({csv}, store, {.target = "y", .one_hot = {"k"}}, {.in_four_bytes = in_four_bytes});
    }
};

}  // namespace

TEST_CASE("a store is read at once to what its input is read to, its categories as such without being told") {
    for (bool const in_four_bytes : {false, true}) {
        table const t(in_four_bytes);
        auto const expected = read_data(t.csv, {.target = "y", .one_hot = {"k"}}), data = read_data(t.store, {.target = ""});
        CHECK(data.columns == expected.columns);
        CHECK(data.labels == expected.labels);
        CHECK(data.target_name == "y");
        CHECK(data.features == expected.features);
        CHECK(data.target == expected.target);
        CHECK(data.categories.front().levels == names{"u", "v, w"});
    }
}

TEST_CASE("columns of a store are chosen, become categories, and are kept as text") {
    table const t;
    auto const data = read_data(t.store, {.target = "y", .features = {"b"}, .intercept = false, .one_hot = {"b"}});
    CHECK(data.columns == names{"b=0", "b=1", "b=2", "b=3", "b=4", "b=5", "b=6"});
    CHECK(data.features(8, 1) == 1);
    firefly::row_stream stream({t.store}, {.target = "y", .features = {"a"}, .keep = {"k", "y", "b"}});
    std::vector<double> a(3), y(3);
    names kept;
    CHECK(stream.next(3, {a.data(), 1, y.data(), &kept}) == 3);
    CHECK(kept == names{"v, w", "no", "0", "u", "yes", "1", "v, w", "yes", "2"});
}

TEST_CASE("a store has one target, and classes that are no numbers are not read as such") {
    table const t;
    auto const refusal = [&](firefly::read_options const& options) {
        return complaint<firefly::data_error>([&] { read_data(t.store, options); });
    };
    CHECK(refusal({.target = "a"}) == "x.firefly: the target of the store is \"y\"; choose no other");
    CHECK(refusal({.target = "y", .kind = firefly::target_kind::numeric}) ==
          "x.firefly: row 1, column \"y\" is not a number (\"no\"); read the target as classes");
    CHECK(refusal({.target = "y", .features = {"c"}}).starts_with("x.firefly: there is no column \"c\""));
}
