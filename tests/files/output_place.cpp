#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <future>
#include <string>
#include <thread>

#include "support/temporary_directory.hpp"

import firefly.numeric;
import firefly.files;

namespace fs = std::filesystem;
using firefly::output_error;
using firefly::output_file;

namespace {

void write(fs::path const& path, std::string const& text) {
    output_file::check(path);
    firefly::write_file(path, text);
}

std::string refusal(fs::path const& path) {
    auto const words = complaint<output_error>([&] { output_file::check(path); });
    CHECK(complaint<output_error>([&] { write(path, "x"); }) == words);
    return words;
}

/// Nothing is protected from root. Linux: a thread can be somebody else than its process.
void as_ordinary_user(auto const& check) {
    constexpr long nobody = 65534;
    std::thread([&] {
        CHECK((::geteuid() != 0 || ::syscall(SYS_setresuid, nobody, nobody, nobody) == 0));
        check();
    }).join();
}

}  // namespace

TEST_CASE("a symbolic link stays, and the file that it leads to is replaced") {
    temporary_directory const directory;
    fs::create_directory(directory / "elsewhere");
    directory.write("elsewhere/file", "old");
    fs::create_symlink("elsewhere/file", directory / "link");
    fs::create_symlink(directory / "link", directory / "link to link");
    {
        output_file file(directory / "link to link");
        file.write("new");
        CHECK(read_bytes(directory / "elsewhere/file") == "old");
        CHECK(fs::exists(directory / "elsewhere/file.partial"));
        file.commit();
    }
    CHECK(fs::is_symlink(directory / "link"));
    CHECK(fs::is_symlink(directory / "link to link"));
    CHECK_FALSE(fs::is_symlink(directory / "elsewhere/file"));
    CHECK(read_bytes(directory / "elsewhere/file") == "new");
}

TEST_CASE("a symbolic link to nothing makes the file that it leads to") {
    temporary_directory const directory;
    fs::create_symlink("file", directory / "link");
    write(directory / "link", "new");
    CHECK(fs::is_symlink(directory / "link"));
    CHECK(read_bytes(directory / "file") == "new");
    fs::create_symlink("none/file", directory / "lost");
    CHECK(refusal(directory / "lost").starts_with("lost: cannot be created in the folder "));
}

TEST_CASE("a loop of symbolic links is refused in one line") {
    temporary_directory const directory;
    fs::create_symlink("b", directory / "a");
    fs::create_symlink("a", directory / "b");
    CHECK(refusal(directory / "a") == "a: cannot be created: Too many levels of symbolic links");
}

TEST_CASE("a FIFO stays one, and whoever reads it gets all bytes at the end") {
    temporary_directory const directory;
    auto const path = directory / "fifo";
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    output_file::check(path);  // does not wait for a reader
    output_file file(path);
    file.write("count = 0\n");
    file.write(std::string(200'000, '.'));
    file.overwrite(8, "7");
    auto reader = std::async(std::launch::async, [&] { return read_bytes(path); });
    file.commit();
    CHECK(reader.get() == "count = 7\n" + std::string(200'000, '.'));
    CHECK(fs::is_fifo(path));
    CHECK_FALSE(fs::exists(directory / "fifo.partial"));
    output_file(path).discard();
    CHECK(fs::is_fifo(path));
}

TEST_CASE("a FIFO that nobody reads to its end is a broken pipe") {
    temporary_directory const directory;
    auto const path = directory / "fifo";
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    auto const handler = std::signal(SIGPIPE, SIG_IGN);
    int const reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
    output_file file(path);
    file.write(std::string(2'000'000, '.'));  // more than a pipe holds
    auto impatient = std::async(std::launch::async, [&] {
        std::array<char, 10> few{};
        while (::read(reader, few.data(), few.size()) <= 0) ::usleep(1000);
        ::close(reader);
    });
    CHECK(complaint<firefly::broken_pipe>([&] { file.commit(); }) == "fifo: cannot be written: Broken pipe");
    std::signal(SIGPIPE, handler);
}

TEST_CASE("a device stays one" * doctest::skip(::geteuid() != 0)) {
    temporary_directory const directory;
    auto const path = directory / "sink";
    REQUIRE(::mknod(path.c_str(), S_IFCHR | 0600, ::makedev(1, 3)) == 0);  // as /dev/null is; one of our own
    write(path, "gone");
    CHECK(fs::is_character_file(path));
    fs::create_symlink("sink", directory / "link");
    write(directory / "link", "gone");
    CHECK(fs::is_symlink(directory / "link"));
    CHECK(fs::is_character_file(path));
    auto const full = directory / "full";
    REQUIRE(::mknod(full.c_str(), S_IFCHR | 0600, ::makedev(1, 7)) == 0);
    CHECK(complaint<output_error>([&] { write(full, "lost"); }) == "full: cannot be written: No space left on device");
    CHECK(fs::is_character_file(full));
}

TEST_CASE("a name for an open descriptor is written to where that stands") {
    temporary_directory const directory;
    int const file = ::open((directory / "x").c_str(), O_RDWR | O_CREAT, 0600);
    REQUIRE(::write(file, "before ", 7) == 7);
    for (std::string const folder : {"/proc/self/fd/", "/dev/fd/"}) write(folder + std::to_string(file), "here ");
    REQUIRE(::write(file, "after", 5) == 5);
    ::close(file);
    CHECK(read_bytes(directory / "x") == "before here here after");
    CHECK(complaint<output_error>([&] {
              output_file::check("/proc/self/fd/987654");
          }).starts_with("/proc/self/fd/987654: cannot be "));
    int const reading = ::open((directory / "x").c_str(), O_RDONLY);
    auto const name = "/proc/self/fd/" + std::to_string(reading);
    CHECK(complaint<output_error>([&] { output_file::check(name); }) == name + ": cannot be written: Bad file descriptor");
    ::close(reading);
}

TEST_CASE("sockets and directories are refused") {
    temporary_directory const directory;
    int const socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    auto const path = (directory / "socket").string();
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::bind(socket, reinterpret_cast<sockaddr const*>(&address), sizeof address) == 0);
    CHECK(refusal(path) == "socket: is a socket, which cannot be opened; give a file, a FIFO or a device");
    ::close(socket);
    fs::create_directory(directory / "folder");
    CHECK(refusal(directory / "folder") == "folder: cannot be created: Is a directory");
    directory.write("file", "");
    CHECK(refusal(directory / "file/x") == "file/x: cannot be created: Not a directory");
}

TEST_CASE("what is write-protected is not replaced") {
    as_ordinary_user([] {
        temporary_directory const directory;
        fs::permissions(directory.write("precious", "old"), fs::perms(0400));
        CHECK(refusal(directory / "precious") ==
              "precious: cannot be replaced: Permission denied; make it writable, or give another name");
        CHECK(read_bytes(directory / "precious") == "old");
        fs::create_directory(directory / "closed");
        fs::permissions(directory / "closed", fs::perms(0500));
        CHECK(refusal(directory / "closed/x").ends_with("closed: Permission denied; give a name in another folder"));
    });
}
