/// A file in memory, so that nothing waits for a disk.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "fuzzer.hpp"

class memory_file {
public:
    memory_file() : number_(::memfd_create("input", 0)) { require(number_ >= 0, "a file in memory"); }
    memory_file(memory_file const&) = delete;
    ~memory_file() { ::close(number_); }

    std::string path() const { return "/proc/self/fd/" + std::to_string(number_); }

    std::string write(std::string_view bytes) const {
        bool const written =
            ::ftruncate(number_, 0) == 0 && ::pwrite(number_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
        require(written, "writing it");
        return path();
    }

    std::string read() const {
        std::string bytes(static_cast<std::size_t>(::lseek(number_, 0, SEEK_END)), '\0');
        require(::pread(number_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()), "reading it");
        return bytes;
    }

private:
    int number_;
};

/// What a writer writes to a path.
template <class Writer>
std::string written(Writer const& write) {
    memory_file const file;
    write(file.path());
    return file.read();
}
