/// How a text is read, seen through `row_stream`.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "every_format.hpp"

using namespace firefly::testing;
using firefly::read_options;
using firefly::row_stream;
using firefly::target_need;
using firefly::reading;

TEST_CASE("a bound on the rows is known of texts that are read at once, of arrays and of stores") {
    every_format const all;
    for (auto const& file : all.files) {
        bool const text = file.extension() == ".csv" || file.extension() == ".libsvm";
        read_options const options{.target = all.target_of(file)};
        CHECK(row_stream({file}, options).most_rows().has_value() != text);
        CHECK(row_stream({file}, options, {}, firefly::reading::at_once).most_rows() == 2u);
    }
}

TEST_CASE("a text is the same rows through a window and at once, packed or not") {
    temporary_directory const directory;
    std::string text = "a,b\n";
    for (int i = 0; i < 40'000; ++i) text += std::to_string(i) + "," + std::to_string(2 * i) + "\n";  // more than a window holds
    auto const file = directory.write("x.csv", text);
    REQUIRE(std::system(("gzip -k " + file.string()).c_str()) == 0);
    read_options const options{.target = "", .need = target_need::none};
    row_stream whole({file}, options, {}, reading::at_once);
    auto const expected = read_all(whole, 1000).features;
    REQUIRE(expected.size() == 80'000);
    CHECK(expected.back() == 2 * 39'999);
    for (auto const& path : {file.string(), file.string() + ".gz"})
        for (reading const how : {reading::in_pieces, reading::at_once}) {
            row_stream stream({path}, options, {}, how);
            CHECK(read_all(stream, 777).features == expected);
        }
}

TEST_CASE("how far a text has been read is the place of a descriptor, whether it is read through a window or at once") {
    temporary_directory const directory;
    std::string text = "a,b\n";
    while (text.size() < (std::size_t{24} << 20)) text += "1.25,3.5\n";
    std::size_t const rows = text.size() / 9;
    auto const file = directory.write("x.csv", text);
    auto const farthest = [&] {
        double place = 0;
        for (auto const& open : std::filesystem::directory_iterator("/proc/self/fd")) {
            std::error_code gone;
            if (!std::filesystem::equivalent(open.path(), file, gone)) continue;
            std::ifstream info("/proc/self/fdinfo/" + open.path().filename().string());
            std::string word;
            double own = 0;
            if (info >> word >> own) place = std::max(place, own);
        }
        return place / static_cast<double>(text.size());
    };
    for (reading const how : {reading::in_pieces, reading::at_once}) {
        row_stream stream({file}, {.target = "", .need = target_need::none}, {}, how);
        std::vector<double> features(rows);
        CHECK(stream.next(rows / 3, {features.data(), 2, nullptr}) == rows / 3);
        CHECK(farthest() > 0.25);  // a third, less the MiB within which nothing is told
        CHECK(farthest() < 0.8);   // a window reads some MiB ahead
    }
}

TEST_CASE("a text that is not there is refused alike, through a window and at once") {
    temporary_directory const directory;
    for (reading const how : {reading::in_pieces, reading::at_once})
        CHECK(complaint<firefly::data_error>([&] { row_stream({directory / "none.csv"}, {.target = "y"}, {}, how); }) ==
              "none.csv: cannot be opened: No such file or directory");
}
