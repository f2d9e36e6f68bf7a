/// What arrays of all formats share, seen through `row_stream`: NPY with columns and rows first, and IDX.
#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "every_format.hpp"

using namespace firefly::testing;
using firefly::row_stream;
using firefly::target_need;

namespace {

/// Three rows of two columns, each in three files.
struct arrays {
    temporary_directory directory;
    std::vector<std::filesystem::path> files;

    arrays() {
        std::string const numbers[]{{"\1\2\3\4\5\6", 6}, {"\1\3\5\2\4\6", 6}};
        auto const npy = [&](char const* name, bool by_columns) {
            std::string header =
                std::string("{'descr': '|u1', 'fortran_order': ") + (by_columns ? "True" : "False") + ", 'shape': (3, 2), }";
            header.resize(117, ' ');
            header += '\n';
            return directory.write(name, std::string("\x93NUMPY\1\0", 8) + char(118) + '\0' + header + numbers[by_columns]);
        };
        files = {npy("rows.npy", false), npy("columns.npy", true),
                 directory.write("x.idx", std::string("\0\0\x08\2\0\0\0\3\0\0\0\2", 12) + numbers[0])};
    }
};

}  // namespace

TEST_CASE("columns of an array come in any order, and rows some at a time") {
    arrays const all;
    for (auto const& file : all.files) {
        CAPTURE(file);
        for (std::size_t const most : {1u, 2u, 5u}) {
            row_stream stream({file}, {.target = "", .features = {"2", "1"}, .need = target_need::none});
            CHECK(stream.most_rows() == 3u);
            CHECK(read_all(stream, most).features == std::vector<double>{2, 1, 4, 3, 6, 5});
        }
        row_stream one({file}, {.target = "", .features = {"2"}, .need = target_need::none});
        CHECK(read_all(one, 2).features == std::vector<double>{2, 4, 6});
    }
}

TEST_CASE("what is wrong with an array is told with its file, in parts") {
    temporary_directory const directory;
    for (char const* const name : {"x.npy", "x.idx"}) {
        auto const path = directory.write(name, "this is no array");
        try {
            row_stream stream({path}, {.target = "1"});
            FAIL("this is no array");
        } catch (firefly::data_error const& error) {
            CHECK(error.fault().file == path.string());
            CHECK(!error.fault().what.empty());
        }
        CHECK(refusal(directory / (std::string("none") + name), {.target = "1"}).find("cannot be opened") != std::string::npos);
    }
}
