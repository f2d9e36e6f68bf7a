#pragma once
#include <unistd.h>

#include <cstdio>
#include <string>

/// What goes to standard output or standard error while it lives.
class captured {
public:
    explicit captured(std::FILE* stream) : stream_(stream), file_(std::tmpfile()) {
        std::fflush(stream_);
        before_ = ::dup(::fileno(stream_));
        ::dup2(::fileno(file_), ::fileno(stream_));
    }
    ~captured() {
        std::fflush(stream_);
        ::dup2(before_, ::fileno(stream_));
        ::close(before_);
        std::fclose(file_);
    }
    captured(captured const&) = delete;

    std::string text() const {
        std::fflush(stream_);
        std::string result(static_cast<std::size_t>(::lseek(::fileno(file_), 0, SEEK_END)), '\0');
        auto const read = ::pread(::fileno(file_), result.data(), result.size(), 0);
        result.resize(static_cast<std::size_t>(read));
        return result;
    }

private:
    std::FILE* stream_;
    std::FILE* file_;
    int before_;
};
