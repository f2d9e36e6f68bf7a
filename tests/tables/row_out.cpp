#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "every_format.hpp"

using namespace firefly::testing;
using firefly::row_stream;
using firefly::target_need;

TEST_CASE("rows go where they are wanted: with room between them, and beside targets and kept cells") {
    every_format const all;
    for (auto const& file : all.files) {
        CAPTURE(file);
        row_stream stream({file}, {.target = all.target_of(file), .features = {"1", "2"}, .keep = {"2"}});
        std::vector<double> features(8, -1), target(3, -1);
        names kept{"left over"};
        std::size_t const count = stream.next(2, {features.data() + 1, 4, target.data(), &kept});
        REQUIRE(count == 2);
        CHECK(features == std::vector<double>{-1, 2, 0.5, -1, -1, 4, 0, -1});
        CHECK(target[2] == -1);
        CHECK(target[0] != target[1]);
        REQUIRE(kept.size() == 2);
        CHECK(std::stod(kept[0]) == 0.5);
        CHECK(std::stod(kept[1]) == 0);
    }
}

TEST_CASE("where there is no target none is written, and without a list no cell is kept") {
    every_format const all;
    for (auto const& file : all.files) {
        CAPTURE(file);
        row_stream stream({file}, {.target = "", .features = {"1"}, .need = target_need::none});
        std::vector<double> features(2);
        CHECK(stream.next(2, {features.data(), 1}) == 2);
        CHECK(features == std::vector<double>{2, 4});
    }
}
