#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>

#include "support/temporary_directory.hpp"

import firefly.core;
import firefly.draws;
import firefly.files;
import firefly.tables;

using firefly::data_error;
using firefly::read_checkpoint_file;
using firefly::write_checkpoint_file;

TEST_CASE("a checkpoint reads back as it was written, and replaces the one before it") {
    temporary_directory const directory;
    auto const path = directory / "run.checkpoint";
    write_checkpoint_file(path, {.version = 3}, "the first");
    write_checkpoint_file(path, {.version = 3}, std::string("the\0second", 10));
    CHECK(read_checkpoint_file(path, {.version = 3}) == std::string("the\0second", 10));
    CHECK_FALSE(std::filesystem::exists(directory / "run.checkpoint.partial"));
}

TEST_CASE("a checkpoint is refused wherever it was cut or a byte of it changed") {
    temporary_directory const directory;
    auto const path = directory / "run.checkpoint";
    write_checkpoint_file(path, {.version = 3}, "contents");
    std::string const whole = read_bytes(path);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        CAPTURE(i);
        directory.write("run.checkpoint", whole.substr(0, i));
        CHECK_THROWS_AS(read_checkpoint_file(path, {.version = 3}), data_error);
        std::string damaged = whole;
        damaged[i] = static_cast<char>(damaged[i] ^ 4);
        directory.write("run.checkpoint", damaged);
        CHECK_THROWS_AS(read_checkpoint_file(path, {.version = 3}), data_error);
    }
    directory.write("run.checkpoint", whole + "x");
    CHECK_THROWS_AS(read_checkpoint_file(path, {.version = 3}), data_error);
}

TEST_CASE("a checkpoint is known by its beginning, and so is what is none") {
    temporary_directory const directory;
    write_checkpoint_file(directory / "run.checkpoint", {.version = 9}, "contents");
    CHECK(firefly::is_checkpoint_file(directory / "run.checkpoint", {}));
    CHECK_FALSE(firefly::is_checkpoint_file(directory.write("wells.csv", "switched,distance\n"), {}));
    CHECK_FALSE(firefly::is_checkpoint_file(directory.write("empty", ""), {}));
}

TEST_CASE("what is wrong with a checkpoint is said in one line") {
    temporary_directory const directory;
    auto const complaint_of = [&](std::string const& bytes) {
        auto const path = directory.write("run.checkpoint", bytes);
        return complaint<data_error>([&] { read_checkpoint_file(path, {.version = 3}); });
    };
    write_checkpoint_file(directory / "run.checkpoint", {.version = 3}, "contents");
    std::string const whole = read_bytes(directory / "run.checkpoint");
    CHECK(complaint_of("switched,distance\nyes,1\n") == "run.checkpoint: is not a checkpoint of firefly");
    CHECK(complaint_of("") == "run.checkpoint: is not a checkpoint of firefly");
    CHECK(complaint_of("firefly checkpoint, version 4\n") ==
          "run.checkpoint: is a checkpoint of version \"4\", and this firefly reads version 3; use the one that wrote it");
    CHECK(complaint_of(whole.substr(0, whole.size() - 1)) ==
          "run.checkpoint: is damaged: its checksum is wrong; use another copy, or run again");
    std::filesystem::remove(directory / "run.checkpoint");
    CHECK(complaint<data_error>([&] { read_checkpoint_file(directory / "run.checkpoint", {.version = 3}); }) ==
          "run.checkpoint: cannot be opened: No such file or directory");
}

TEST_CASE("a first line of more than 64 bytes is no title of a checkpoint") {
    temporary_directory const directory;
    std::string const title = "firefly checkpoint, version ";
    for (std::size_t const length : {63, 64, 65, 66}) {
        CAPTURE(length);
        std::string const version(length - title.size() - 1, '7');
        auto const path = directory.write("run.checkpoint", title + version + "\n");
        auto const said = complaint<data_error>([&] { read_checkpoint_file(path, {.version = 3}); });
        if (length <= 64)
            CHECK(said.starts_with("run.checkpoint: is a checkpoint of version \"" + version + "\""));
        else
            CHECK(said == "run.checkpoint: is not a checkpoint of firefly");
    }
}

TEST_CASE("a checkpoint that cannot be written leaves the one before it in place") {
    temporary_directory const directory;
    auto const path = directory / "run.checkpoint";
    write_checkpoint_file(path, {.version = 3}, "the first");
    std::filesystem::create_symlink("/dev/full",
                                    directory / "run.checkpoint.partial");  // Linux: every write to it finds the disk full
    CHECK_THROWS_AS(write_checkpoint_file(path, {.version = 3}, "the second"), firefly::output_error);
    CHECK(read_checkpoint_file(path, {.version = 3}) == "the first");
}
