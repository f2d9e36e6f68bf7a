#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

#include "support/interruptible.hpp"
#include "support/temporary_directory.hpp"

import firefly.numeric;
import firefly.files;

namespace fs = std::filesystem;
using firefly::output_error;
using firefly::output_file;

TEST_CASE("an output appears under its name when it is complete, and not before") {
    temporary_directory const directory;
    auto const path = directory.write("draws.csv", "the old file");
    output_file file(path);
    file.write("the new ");
    file.flush();
    CHECK(read_bytes(path) == "the old file");
    CHECK(read_bytes(directory / "draws.csv.partial") == "the new ");
    file.write("one");
    file.commit();
    CHECK(read_bytes(path) == "the new one");
    CHECK_FALSE(fs::exists(directory / "draws.csv.partial"));
}

TEST_CASE("an output that is given up leaves all its bytes in the partial file") {
    temporary_directory const directory;
    { output_file(directory / "x").write("some"); }
    CHECK(read_bytes(directory / "x.partial") == "some");
    CHECK_FALSE(fs::exists(directory / "x"));
}

TEST_CASE("bytes can be replaced in place, whether they are still in the buffer or not") {
    temporary_directory const directory;
    output_file file(directory / "x");
    file.write("count = ");
    auto const position = file.position();
    file.write("1000\n");
    file.overwrite(position, "7   ");
    file.write(std::string(100'000, '.'));
    file.overwrite(position, "42  ");
    file.write("end");
    file.commit();
    CHECK(read_bytes(directory / "x") == "count = 42  \n" + std::string(100'000, '.') + "end");
}

TEST_CASE("an output can be handed on") {
    temporary_directory const directory;
    output_file first(directory / "x");
    first.write("a");
    output_file second(std::move(first));
    second.write("b");
    second.commit();
    CHECK(read_bytes(directory / "x") == "ab");
}

TEST_CASE("outputs that cannot be created are refused at once, in the system's words") {
    temporary_directory const directory;
    auto const words = complaint<output_error>([&] { output_file(directory / "none/x"); });
    CHECK(words.starts_with("none/x: cannot be created in the folder "));
    CHECK(words.ends_with("none: No such file or directory; make the folder, or give another name"));
    fs::create_directory(directory / "folder");
    CHECK(complaint<output_error>([&] { output_file(directory / "folder"); }) == "folder: cannot be created: Is a directory");
}

TEST_CASE("a full disk is reported") {
    temporary_directory const directory;
    fs::create_symlink("/dev/full", directory / "x.partial");  // Linux: every write to it finds the disk full
    output_file file(directory / "x");
    file.write("data");
    CHECK(complaint<output_error>([&] { file.commit(); }) == "x.partial: cannot be written: No space left on device");
    CHECK_FALSE(fs::exists(directory / "x"));
}

TEST_CASE("a file whose bytes are at hand is written whole or not at all") {
    temporary_directory const directory;
    firefly::write_file(directory / "x", std::string(200'000, 'x'));
    CHECK(read_bytes(directory / "x") == std::string(200'000, 'x'));
    fs::create_symlink("/dev/full", directory / "x.partial");  // Linux: every write to it finds the disk full
    CHECK_THROWS_AS(firefly::write_file(directory / "x", "new"), output_error);
    CHECK(read_bytes(directory / "x") == std::string(200'000, 'x'));
    CHECK_FALSE(fs::exists(fs::symlink_status(directory / "x.partial")));
}

TEST_CASE("the new file has the permissions of the one that it replaces, and other hard links keep the old one") {
    temporary_directory const directory;
    auto const path = directory.write("x", "old");
    fs::create_hard_link(path, directory / "other");
    fs::permissions(path, fs::perms(0640));
    {
        output_file file(path);
        file.write("new");
        CHECK(fs::status(directory / "x.partial").permissions() == fs::perms(0640));  // a secret is none for a moment
        file.commit();
    }
    CHECK(read_bytes(path) == "new");
    CHECK(fs::status(path).permissions() == fs::perms(0640));
    CHECK(read_bytes(directory / "other") == "old");
}

TEST_CASE("long pieces and short ones are written in their order") {
    temporary_directory const directory;
    output_file file(directory / "x");
    std::string const piece(70'000, '.');
    file.write("a");
    file.write(piece);
    CHECK(file.position() == 1 + piece.size());
    file.write("b");
    file.commit();
    CHECK(read_bytes(directory / "x") == "a" + piece + "b");
}

TEST_CASE("a file is removed, and one that is not there is no matter") {
    temporary_directory const directory;
    firefly::remove_file(directory.write("x", "old"));
    CHECK_FALSE(fs::exists(directory / "x"));
    CHECK_NOTHROW(firefly::remove_file(directory / "x"));
    fs::create_directory(directory / "folder");
    CHECK(complaint<output_error>([&] { firefly::remove_file(directory / "folder"); }) ==
          "folder: cannot be removed: Is a directory");
}

TEST_CASE("a pipe gets all bytes in their order though signals interrupt it") {
    temporary_directory const directory;
    auto const path = directory / "pipe";
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    std::string sent, got;
    for (int i = 0; sent.size() < 200'000; ++i) sent += std::to_string(i) + '\n';  // more than a pipe holds
    {
        interruptible writer([&] { firefly::write_file(path, sent); });
        int const pipe = ::open(path.c_str(), O_RDONLY);
        writer.wait_while([&] { return bytes_in_pipe(pipe) == 0; });
        // The first may find a part written, of which the system tells; the second finds nothing.
        writer.interrupt();
        writer.interrupt();
        std::string part(10'000, '.');
        for (ssize_t count = 1; count > 0; got += part.substr(0, static_cast<std::size_t>(count > 0 ? count : 0)))
            count = ::read(pipe, part.data(), part.size());
        ::close(pipe);
    }
    CHECK(got == sent);
}

TEST_CASE("an output that is discarded leaves no file") {
    temporary_directory const directory;
    auto const path = directory / "x";
    {
        firefly::output_file file(path);
        file.write("nothing of worth");
        file.discard();
    }
    CHECK(!std::filesystem::exists(path));
    CHECK(!std::filesystem::exists(path.string() + ".partial"));
}
