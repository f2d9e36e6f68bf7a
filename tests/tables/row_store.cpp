#include <doctest/doctest.h>
#include <stdlib.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.draws;
import firefly.files;
import firefly.tables;

using firefly::data_error;
using firefly::is_row_store;
using firefly::make_store;
using firefly::mapped_rows;
using firefly::row_index;
using firefly::row_store;
using firefly::store_columns;
using firefly::target_kind;
using names = std::vector<std::string>;

namespace {

/// Rows over three blocks: the columns are functions of the row's number.
std::string table(std::size_t rows) {
    std::string text = "a,y,b,c\n";
    for (std::size_t i = 0; i < rows; ++i)
        text +=
            fmt::format("{},{},{},{}\n", 0.1 * static_cast<double>(i), i % 3 == 0 ? "no" : "yes", -static_cast<double>(i), i % 7);
    return text;
}

constexpr std::size_t many = 2 * 4096 + 100;

std::filesystem::path store_of(temporary_directory const& directory, std::string_view text,
                               firefly::read_options options = {.target = "y"}, firefly::store_settings const& settings = {}) {
    auto const path = directory / "data.firefly";
    make_store({directory.write("data.csv", text)}, path, std::move(options), settings);
    return path;
}

mapped_rows open(std::filesystem::path const& path, bool intercept = true, names const& features = {},
                 target_kind kind = target_kind::classes) {
    row_store const store(path);
    return {store, store_columns(store, features, intercept), kind};
}

/// Features and target of all rows, block by block.
std::vector<double> all_of(auto const& rows) {
    std::vector<double> result;
    firefly::block_buffer buffer;
    for (std::size_t i = 0; i < firefly::block_count(rows); ++i) {
        auto const block = rows.block(i, buffer);
        for (std::size_t r = 0; r < block.target.size(); ++r) {
            auto const row = block.rows.row(r);
            result.insert(result.end(), row.begin(), row.end());
            result.push_back(block.target[r]);
        }
    }
    return result;
}

/// The store says of a table what reading it at once says.
void check_same(std::string_view text, firefly::read_options const& options) {
    temporary_directory const directory;
    auto const path = store_of(directory, text, options);
    auto const data = firefly::read_csv(directory / "data.csv", options);
    row_store const store(path);
    auto const columns = store_columns(store, options.features, options.intercept);
    CHECK(columns == data.columns);
    CHECK(store.names().target == data.target_name);
    CHECK(store.names().classes == data.labels);
    CHECK(all_of(mapped_rows(store, columns, options.kind)) == all_of(firefly::dense_rows(data)));
}

void change(std::filesystem::path const& path, std::size_t place, char by = 0x40) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(place));
    char const byte = static_cast<char>(file.get() ^ by);
    file.seekp(static_cast<std::streamoff>(place));
    file.put(byte);
}

std::string refusal(std::filesystem::path const& path) {
    return complaint<data_error>([&] { row_store{path}; });
}

std::string const no_store = "data.firefly: this is no store; make one with firefly convert data.csv data.firefly";
std::string const again = "copy the file again, or convert the data again";

}  // namespace

TEST_CASE("a store holds what was read, for every kind of column and target") {
    check_same(table(many), {.target = "y"});
    check_same(table(many), {.target = "y", .intercept = false});
    check_same(table(4096), {.target = "y", .features = {"b", "a"}});
    check_same(table(1000), {.target = "a", .features = {"c", "b"}, .kind = target_kind::numeric});
    check_same(table(1000), {.target = "y", .one_hot = {"c"}});
    check_same(table(1000), {.target = "y", .intercept = false, .one_hot = {"c"}});
    check_same("y,a,k,l\n1,2,u,q\n0,NA,only-dropped,q\n10,3,w,r\n9,4,u,q\n",
               {.target = "y", .one_hot = {"l", "k"}, .missing = firefly::missing_cells::drop});
    check_same("y,k\n1.0,1\n1,1.0\n0,02\n", {.target = "y", .one_hot = {"k"}});
    check_same("y,a\n0,1\n1,2\n", {.target = "y", .features = {"a"}});
}

TEST_CASE("rows of a store are fetched anywhere, in any order, as they are in blocks") {
    temporary_directory const directory;
    auto const rows = open(store_of(directory, table(many)));
    std::vector<row_index> const wanted{many - 1, 0, 4095, 4096, 4096, 17};
    firefly::packed_rows packed(rows.columns());
    for (int turn = 0; turn < 3; ++turn) {
        rows.request(wanted, packed);
        rows.collect(packed);
        CHECK(packed.index == wanted);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            firefly::block_buffer buffer;
            auto const block = rows.block(wanted[i] / firefly::block_rows, buffer);
            auto const row = block.rows.row(wanted[i] % firefly::block_rows);
            CHECK(std::vector(row.begin(), row.end()) == std::vector(packed.row(i).begin(), packed.row(i).end()));
            CHECK(block.target[wanted[i] % firefly::block_rows] == packed.target[i]);
        }
    }
}

TEST_CASE("in four bytes a store has the rounded numbers, and refuses those that are beyond them") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(many), {.target = "y"}, {.in_four_bytes = true});
    CHECK(row_store(path).size().element == 4);
    CHECK(all_of(open(path)) == all_of(firefly::float_rows(firefly::read_csv(directory / "data.csv", {.target = "y"}))));
    CHECK(complaint<data_error>([&] { store_of(directory, "y,a\n0,1\n1,1e39\n", {.target = "y"}, {.in_four_bytes = true}); }) ==
          "--float32: row 2, column 1 is beyond what four bytes can hold (1e+39); leave --float32 out, or rescale the column");
}

TEST_CASE("a target of classes that are numbers serves as numbers, too, and no other does") {
    temporary_directory const directory;
    auto const path = store_of(directory, "y,a\n2.5,1\n-1,2\n2.5,3\n");
    CHECK(all_of(open(path, false, {}, target_kind::numeric)) == std::vector<double>{1, 2.5, 2, -1, 3, 2.5});
    store_of(directory, table(10));
    CHECK(complaint<data_error>([&] { open(path, true, {}, target_kind::numeric); }) ==
          "data.firefly: its target has classes such as \"no\", which are no numbers; choose another model");
    store_of(directory, table(10), {.target = "a", .features = {"b"}, .kind = target_kind::numeric});
    CHECK(
        complaint<data_error>([&] { open(path); }) ==
        "data.firefly: its target is a number and no class; convert the data again, without --model robust, or use --model robust");
}

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

TEST_CASE("columns of a store can be shown on another scale") {
    temporary_directory const directory;
    auto rows = open(store_of(directory, "y,a\n0,1\n1,5\n"));
    firefly::vector mean = firefly::zeros(2), deviation = firefly::zeros(2);
    mean(1) = 3;
    deviation(0) = 1;
    deviation(1) = 4;
    rows.rescale(mean, deviation);
    CHECK(all_of(rows) == std::vector<double>{1, -0.5, 0, 1, 0.5, 1});
}

TEST_CASE("several files become one store, whatever the order of their columns, and files of other columns are refused") {
    temporary_directory const directory;
    auto const path = directory / "data.firefly";
    auto const first = directory.write("1.csv", "y,a,b\nno,1,2\nyes,3,4\n"),
               second = directory.write("2.csv", "b,y,a\n6,maybe,5\n");
    CHECK(make_store({first, second}, path, {.target = "y"}).rows == 3);
    CHECK(row_store(path).names().classes == names{"maybe", "no", "yes"});
    CHECK(all_of(open(path, false)) == std::vector<double>{1, 2, 1, 3, 4, 2, 5, 6, 0});
    std::filesystem::remove(path);
    auto const other = directory.write("3.csv", "y,a,c\nno,1,2\n");
    CHECK(complaint<data_error>([&] { make_store({first, other}, path, {.target = "y"}); }) ==
          fmt::format("3.csv: its columns are not those of {}: \"b\", \"c\"; choose those that all files have with --features",
                      first.string()));
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK_FALSE(std::filesystem::exists(path.string() + ".partial"));
    CHECK(make_store({first, other}, path, {.target = "y", .features = {"a"}}).rows == 3);
}

TEST_CASE("LIBSVM files of a store have as many columns as the widest of them") {
    temporary_directory const directory;
    auto const path = directory / "data.firefly";
    make_store({directory.write("1.svm", "+1 1:5\n-1 2:6\n"), directory.write("2.svm", "# head\n+1 3:7\n")}, path, {});
    CHECK(all_of(open(path, false)) == std::vector<double>{5, 0, 0, 1, 0, 6, 0, 0, 0, 0, 7, 1});
    CHECK(row_store(path).names().target == "label");
}

TEST_CASE("arrays become stores as data sets do") {
    temporary_directory const directory;
    std::string elements;
    for (std::size_t i = 0; i < 3 * 5000; ++i) elements += static_cast<char>(i % 2 == 0 ? i % 100 : 7);
    std::string const header = "{'descr': '|u1', 'fortran_order': False, 'shape': (5000, 3), }\n";
    auto const npy =
        directory.write("x.npy", std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(header.size()) + '\0' + header + elements);
    std::string const labels(5000, '\1');
    auto const idx = directory.write("y.idx", std::string("\0\0\x08\x01\0\0\x13\x88", 8) + labels.substr(1) + '\2');
    auto const path = directory / "data.firefly";
    firefly::read_options const options{.target = idx.string(), .one_hot = {"2"}};
    make_store({npy}, path, options);
    auto const data = firefly::read_npy(npy, options);
    CHECK(row_store(path).names().target == "y");
    CHECK(store_columns(row_store(path), {}, true) == data.columns);
    CHECK(all_of(open(path)) == all_of(firefly::dense_rows(data)));
}

TEST_CASE("what is wrong with a file is said where it is, and nothing is left of the store") {
    temporary_directory const directory;
    auto const path = directory / "data.firefly";
    auto const complaint_of = [&](std::string_view text) { return complaint<data_error>([&] { store_of(directory, text); }); };
    std::string bad = table(many);
    bad += "x,no,1,2\n";
    CHECK(complaint_of(bad).starts_with(fmt::format("data.csv:{}: column \"a\" is not a number (\"x\")", many + 2)));
    CHECK(complaint_of("y,a\n1,2\n1,3\n") == "data.csv: column \"y\" has one class only, \"1\"; add rows of another class");
    CHECK(complaint<data_error>([&] {
              store_of(directory, "y,a\n1,NA\n", {.target = "y", .missing = firefly::missing_cells::drop});
          }) == "data.csv: every row has a missing cell; leave out the columns that lack them");
    CHECK_FALSE(std::filesystem::exists(path));
    CHECK_FALSE(std::filesystem::exists(path.string() + ".partial"));
}

TEST_CASE("a conversion that is told to stop leaves nothing") {
    temporary_directory const directory;
    auto const made = make_store({directory.write("data.csv", table(100))}, directory / "data.firefly", {.target = "y"},
                                 {.go_on = [](row_index) { return false; }});
    CHECK(made.stopped);
    CHECK_FALSE(std::filesystem::exists(directory / "data.firefly"));
    CHECK_FALSE(std::filesystem::exists(directory / "data.firefly.partial"));
}

TEST_CASE("files that are no store are refused") {
    temporary_directory const directory;
    auto const path = directory / "data.firefly";
    for (std::string const& bytes : {std::string(), std::string("\x8a"), table(10), std::string(10'000, '\0')}) {
        directory.write("data.firefly", bytes);
        CHECK_FALSE(is_row_store(path));
        CHECK(refusal(path) == no_store);
    }
    CHECK(refusal(directory / "none").starts_with("none: cannot be opened"));
    CHECK_FALSE(is_row_store(directory / "none"));
    CHECK(refusal(std::filesystem::temp_directory_path() / "").find("needs a regular file") != std::string::npos);
}

TEST_CASE("a store that was cut anywhere, or has bytes too many, is refused") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(5000));
    std::size_t const size = std::filesystem::file_size(path);
    for (std::size_t const length : {std::size_t{16}, std::size_t{100}, std::size_t{4095}}) {
        std::filesystem::resize_file(path, length);
        CHECK(refusal(path) == "data.firefly: the file ends within its header; " + again);
        store_of(directory, table(5000));
    }
    for (std::size_t const length : {std::size_t{4096}, std::size_t{5000}, size / 2, size - 100, size - 1}) {
        std::filesystem::resize_file(path, length);
        CHECK(refusal(path) == "data.firefly: the file is shorter than its header says; " + again);
        store_of(directory, table(5000));
    }
    std::filesystem::resize_file(path, size + 1);
    CHECK(refusal(path) == "data.firefly: the file is longer than its header says; " + again);
}

TEST_CASE("every byte of a store is guarded: an altered one is refused before its rows are used") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(300));
    std::size_t const size = std::filesystem::file_size(path), stride = row_store(path).size().stride();
    std::size_t const behind = 4096 + 300 * stride;
    for (std::size_t place = 0; place < 16; ++place) {
        change(path, place);
        CHECK(refusal(path) == no_store);
        change(path, place);
    }
    for (std::size_t place = 16; place < 4096; place += place < 200 || place > 4080 ? 1 : 97) {
        CAPTURE(place);
        change(path, place);
        auto const words = refusal(path);
        bool const newer = place >= 20 && place < 24;
        CHECK(words == (newer ? words : "data.firefly: its header is damaged; " + again));
        CHECK(words.starts_with("data.firefly: "));
        change(path, place);
    }
    for (std::size_t place = behind; place < size; ++place) {
        change(path, place);
        CHECK(refusal(path) == "data.firefly: its checksums or names are damaged; " + again);
        change(path, place);
    }
    for (std::size_t place = 4096; place < behind; place += 131) {
        change(path, place);
        CHECK(refusal(path) == "no complaint");
        CHECK(complaint<data_error>([&] { all_of(open(path)); }) ==
              "data.firefly: rows 1 to 300 are not as they were written; " + again);
        change(path, place);
    }
    CHECK(all_of(open(path)).size() == 300 * 5);
}

TEST_CASE("the block that was altered is named, and others are read") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(many));
    change(path, 4096 + 5000 * row_store(path).size().stride());
    auto const rows = open(path);
    firefly::block_buffer buffer;
    CHECK(rows.block(0, buffer).target.size() == 4096);
    CHECK(complaint<data_error>([&] { rows.block(1, buffer); }) ==
          "data.firefly: rows 4097 to 8192 are not as they were written; " + again);
    CHECK(rows.block(2, buffer).target.size() == 100);
}

TEST_CASE("stores of newer versions and of machines with another order of bytes are told apart from damaged ones") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(10));
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(20);
    file.put(2);
    file.flush();
    CHECK(refusal(path) ==
          "data.firefly: the store is of version 2 where this firefly knows 1; use a newer firefly, or convert the data again");
    file.seekp(16);
    file.write("\x01\x02\x03\x04", 4);
    file.flush();
    CHECK(refusal(path) ==
          "data.firefly: the store was made on a machine that orders bytes otherwise; convert the data on this one");
}

TEST_CASE("a header whose checksum is right and whose numbers are not is refused") {
    temporary_directory const directory;
    auto const path = store_of(directory, table(10));
    std::string const good = read_bytes(path);
    // Behind the magic: order, version, element, rows in a block (4 bytes each), rows, columns, stride, where rows, checksums and names
    // are, size of the names (8 bytes each).
    struct field {
        std::size_t place;
        std::uint64_t value;
        std::size_t size;
    };
    std::uint64_t const huge = ~std::uint64_t{0};
    for (auto const& [place, value, size] :
         {field{20, 0, 4}, field{24, 2, 4}, field{24, 4, 4}, field{28, 1, 4}, field{32, 0, 8}, field{32, 11, 8}, field{32, huge, 8},
          field{32, huge / 32, 8}, field{40, 4, 8}, field{40, huge, 8}, field{40, huge / 8, 8}, field{48, 0, 8}, field{48, 40, 8},
          field{56, 0, 8}, field{64, 4096, 8}, field{72, huge, 8}, field{72, 4096, 8}, field{80, huge, 8}, field{80, 1, 8}}) {
        CAPTURE(place);
        CAPTURE(value);
        std::string bytes = good;
        std::memcpy(bytes.data() + place, &value, size);
        firefly::checksum sum;
        sum.add(std::string_view(bytes).substr(0, 4088));
        std::uint64_t const right = sum.value();
        std::memcpy(bytes.data() + 4088, &right, 8);
        directory.write("data.firefly", bytes);
        auto const words = refusal(path);
        CHECK((words == "data.firefly: its header contradicts itself; " + again ||
               words == "data.firefly: the file is shorter than its header says; " + again ||
               words == "data.firefly: the file is longer than its header says; " + again));
    }
}

TEST_CASE("the number of a store tells data from other data, without a pass") {
    temporary_directory const directory;
    auto const number = [&](std::string_view text) { return row_store(store_of(directory, text)).hash(); };
    auto const one = number("y,a\n0,1\n1,2\n");
    CHECK(one == number("y,a\n0,1\n1,2\n"));
    CHECK(one != number("y,a\n0,1\n1,3\n"));
    CHECK(one != number("y,b\n0,1\n1,2\n"));
    CHECK(one != number("y,a\n0,1\nyes,2\n"));
}

TEST_CASE("texts that are longer than the window are read whole, packed or not, from files and from pipes") {
    temporary_directory const directory;
    std::string text = "y,a,k\n";
    for (std::size_t i = 0; text.size() < 18'000'000; ++i)
        text +=
            fmt::format("{},{},\"level\n{}\"\n", i % 2, static_cast<double>(i) / 8, i % 3 == 0 ? std::string(1000, 'x') : "short");
    auto const csv = directory.write("data.csv", text + "\n\n");
    firefly::read_options const options{.target = "y", .one_hot = {"k"}};
    auto const whole = all_of(firefly::dense_rows(firefly::read_csv(csv, options)));
    auto const path = directory / "data.firefly";
    make_store({csv}, path, options);
    CHECK(all_of(open(path)) == whole);

    auto const shell = [](std::string const& command) { return ::system(command.c_str()); };
    REQUIRE(
        shell(fmt::format(
            "gzip -1 -k {0} && head -c 9000000 {0} | gzip -1 > {0}.2 && tail -c +9000001 {0} | gzip -1 >> {0}.2 && mkfifo {0}.pipe",
            csv.string())) == 0);
    make_store({csv.string() + ".gz"}, path, options);
    CHECK(all_of(open(path)) == whole);
    make_store({csv.string() + ".2"}, path, options, {.format = firefly::data_format::csv});
    CHECK(all_of(open(path)) == whole);
    REQUIRE(shell(fmt::format("cat {0}.gz > {0}.pipe &", csv.string())) == 0);
    make_store({csv.string() + ".pipe"}, path, options, {.format = firefly::data_format::csv});
    CHECK(all_of(open(path)) == whole);

    REQUIRE(shell(fmt::format("head -c 50000 {0}.gz > {0}.cut", csv.string())) == 0);
    CHECK(complaint<data_error>([&] {
              make_store({csv.string() + ".cut"}, path, options, {.format = firefly::data_format::csv});
          }) == "data.csv.cut: the file ends within its gzip data; copy it again");
    directory.write("long.csv", "y,a,t\n0,1,short\n1,2," + std::string(17'000'000, 'x') + "\n");
    CHECK(complaint<data_error>([&] { make_store({directory / "long.csv"}, path, {.target = "y", .features = {"a"}}); }) ==
          "long.csv:3: the record is longer than 4 MiB; is a quote never closed?");
}
