#pragma once
#include <sys/resource.h>

#include <csignal>

/// While it lives, no file of this process can grow beyond a number of bytes: what a write meets on a full disk, without one.
class file_size_limit {
public:
    explicit file_size_limit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        rlimit const limited{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limited);
    }
    ~file_size_limit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    file_size_limit(file_size_limit const&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};
