module;
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

module firefly.files;

import firefly.numeric;

namespace firefly {

output_file::output_file(std::filesystem::path path) : path_(std::move(path)), partial_path_(path_) {
    partial_path_ += ".partial";
    std::error_code ignored;
    // Otherwise only the rename would find out, after the whole run.
    if (std::filesystem::is_directory(path_, ignored)) throw output_error(cannot("created", path_, EISDIR));
    file_ = ::open(partial_path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ < 0) throw output_error(cannot("created", partial_path_, errno));
    buffer_.reserve(2 * buffer_size);
}

output_file::output_file(output_file&& other) noexcept
    : path_(std::move(other.path_)),
      partial_path_(std::move(other.partial_path_)),
      file_(std::exchange(other.file_, -1)),
      flushed_(other.flushed_),
      buffer_(std::move(other.buffer_)) {}

output_file::~output_file() {
    if (file_ < 0) return;
    try {
        flush();
    } catch (error const&) {  // a destructor has nobody to tell; the file keeps its partial name
    }
    ::close(file_);
}

void output_file::write_at(std::uint64_t position, std::string_view text) {
    while (!text.empty()) {
        auto const count = ::pwrite(file_, text.data(), text.size(), static_cast<off_t>(position));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw output_error(cannot("written", partial_path_, errno));
        text.remove_prefix(static_cast<std::size_t>(count));
        position += static_cast<std::uint64_t>(count);
    }
}

void output_file::flush() {
    write_at(flushed_, buffer_);
    flushed_ += buffer_.size();
    buffer_.clear();
}

void output_file::overwrite(std::uint64_t position, std::string_view text) {
    flush();
    write_at(position, text);
}

void output_file::discard() {
    buffer_.clear();
    if (file_ >= 0) ::close(std::exchange(file_, -1));
    ::unlink(partial_path_.c_str());
}

void output_file::commit() {
    flush();
    if (::fsync(file_) != 0) throw output_error(cannot("written", partial_path_, errno));
    if (::close(std::exchange(file_, -1)) != 0) throw output_error(cannot("written", partial_path_, errno));
    if (std::rename(partial_path_.c_str(), path_.c_str()) != 0) throw output_error(cannot("created", path_, errno));
    // The new name itself becomes durable with its directory. Where that cannot be synced, the file is in place all the same.
    auto const directory = path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".");
    int const handle = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) return;
    ::fsync(handle);
    ::close(handle);
}

}  // namespace firefly
