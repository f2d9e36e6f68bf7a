/// What fuzzers share: a file that no disk is needed for, and an end for what must not happen.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

inline void require(bool holds, char const* what) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", what);
    std::abort();
}

/// A file in memory, so that nothing waits for a disk.
class memory_file {
public:
    memory_file() : number_(::memfd_create("input", 0)) { require(number_ >= 0, "a file in memory"); }

    std::string write(std::string_view bytes) const {
        bool const written =
            ::ftruncate(number_, 0) == 0 && ::pwrite(number_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
        require(written, "writing it");
        return "/proc/self/fd/" + std::to_string(number_);
    }

private:
    int number_;
};
