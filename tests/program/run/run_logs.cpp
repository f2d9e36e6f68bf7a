#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.run;

using namespace firefly;
using firefly::program::run_logs;

namespace {

draw draw_of(double value) {
    draw result;
    result.theta = to_vector(std::vector{value, -value});
    return result;
}

}  // namespace

TEST_CASE("logs without names are all this process's own, and read back") {
    run_logs logs(2, 2);
    CHECK(logs.size() == 2);
    CHECK(logs.is_mine(1));
    logs[1].append(draw_of(3));
    auto const reader = logs.read(1);
    REQUIRE(reader.size() == 1);
    CHECK(reader.at(0).theta(1) == -3);
    CHECK(logs.read(0).size() == 0);
}

TEST_CASE("the log of another process is read by its name, as far as it was flushed") {
    temporary_directory const directory;
    std::vector<std::filesystem::path> const paths{directory / "a.log", directory / "b.log"};
    auto theirs = draw_log::create(paths[1], 2, 8);
    std::map<std::size_t, draw_log> own;
    own.emplace(0, draw_log::create(paths[0], 2, 7));
    run_logs logs(paths, std::move(own));
    CHECK(logs.is_mine(0));
    CHECK_FALSE(logs.is_mine(1));
    theirs.append(draw_of(5));
    theirs.flush();
    CHECK(logs.read(1).at(0).theta(0) == 5);

    logs.discard_mine();
    CHECK_FALSE(std::filesystem::exists(paths[0]));
    CHECK(std::filesystem::exists(paths[1]));
    logs.remove();
    CHECK_FALSE(std::filesystem::exists(paths[1]));
}

TEST_CASE("a log that cannot be deleted is told, unless something else has failed already") {
    temporary_directory const directory;
    std::vector<std::filesystem::path> const paths{directory / "a.log"};
    std::map<std::size_t, draw_log> own;
    own.emplace(0, draw_log::create(paths[0], 2, 7));
    run_logs logs(paths, std::move(own));
    std::filesystem::remove(paths[0]);
    std::filesystem::create_directory(paths[0]);
    logs.discard_mine();
    CHECK(complaint<output_error>([&] { logs.remove(); }) == "a.log: cannot be removed: Is a directory");
}
