module;
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>  // mkostemp
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

module firefly.files;

import firefly.numeric;
import :output_place;
import :system_fault;

namespace firefly {

std::pair<descriptor, std::filesystem::path> open_nameless() {
    std::string name = (std::filesystem::temp_directory_path() / "firefly_XXXXXX").string();
    descriptor file(::mkostemp(name.data(), O_CLOEXEC));
    if (file.number < 0) throw output_error(cannot("created", name, errno));
    ::unlink(name.c_str());
    return {std::move(file), name};
}

void remove_file(std::filesystem::path const& path) {
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw output_error(cannot("removed", path, errno));
}

namespace {

/// Owner first: to give a file away takes some of its permissions.
void take_after(int file, struct stat const& old) {
    struct stat status{};
    if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return;
    constexpr auto same_owner = static_cast<uid_t>(-1);
    bool const keeps_group = ::fchown(file, old.st_uid, old.st_gid) == 0 || ::fchown(file, same_owner, old.st_gid) == 0;
    // Another group must not get the permissions of the old one.
    mode_t const kept = keeps_group ? S_IRWXU | S_IRWXG | S_IRWXO : S_IRWXU | S_IRWXO;
    if (::fchmod(file, old.st_mode & kept) != 0) return;  // a file system without permissions has none to keep
}

/// All of it, to a device, a FIFO or an open descriptor. The caller closes.
void write_all(int file, std::string_view text, std::filesystem::path const& path) {
    while (!text.empty()) {
        auto const count = uninterrupted([&] { return ::write(file, text.data(), text.size()); });
        if (count < 0 && errno == EPIPE) throw broken_pipe(cannot("written", path, EPIPE));
        if (count < 0) throw output_error(cannot("written", path, errno));
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

}  // namespace

void output_file::check(std::filesystem::path const& path) {
    check_place(path, place_of(path));
}

output_file::output_file(std::filesystem::path path) : path_(std::move(path)) {
    auto const place = place_of(path_);
    check_place(path_, place);
    target_ = place.file;
    is_replaced_ = place.is_replaced;
    if (is_replaced_) {
        partial_path_ = target_;
        partial_path_ += ".partial";
        file_.number = ::open(partial_path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (file_.number < 0) throw output_error(cannot("created", partial_path_, errno));
        struct stat old{};
        if (::stat(target_.c_str(), &old) == 0) take_after(file_.number, old);
    } else {
        auto [file, name] = open_nameless();
        std::swap(file_.number, file.number);
        partial_path_ = std::move(name);
    }
    buffer_.reserve(2 * buffer_size);
}

output_file::~output_file() {
    try {
        flush();
    } catch (error const&) {  // a destructor has nobody to tell; the file keeps its partial name
    }
}

void output_file::write_at(std::uint64_t position, std::string_view text) {
    while (!text.empty()) {
        auto const count =
            uninterrupted([&] { return ::pwrite(file_.number, text.data(), text.size(), static_cast<off_t>(position)); });
        if (count < 0) throw output_error(cannot("written", partial_path_, errno));
        text.remove_prefix(static_cast<std::size_t>(count));
        position += static_cast<std::uint64_t>(count);
    }
}

/// Past the buffer, without a copy.
void output_file::write_long(std::string_view text) {
    flush();
    write_at(flushed_, text);
    flushed_ += text.size();
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
    file_.close();
    if (is_replaced_) ::unlink(partial_path_.c_str());
}

void output_file::commit() {
    flush();
    is_replaced_ ? replace() : deliver();
}

void output_file::replace() {
    if (::fsync(file_.number) != 0 || !file_.close()) throw output_error(cannot("written", partial_path_, errno));
    if (std::rename(partial_path_.c_str(), target_.c_str()) != 0) throw output_error(cannot("created", path_, errno));
    sync_name(target_);
}

void output_file::deliver() {
    auto const own = place_of(path_).descriptor;
    std::fflush(stdout);  // what was printed before comes before, should this be the same place
    descriptor const to(own ? ::dup(*own) : ::open(target_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
    if (to.number < 0) throw output_error(cannot("written", path_, errno));
    std::string block;
    for (std::uint64_t position = 0; position < flushed_; position += block.size()) {
        block.resize(std::min<std::uint64_t>(buffer_size, flushed_ - position));
        auto const count =
            uninterrupted([&] { return ::pread(file_.number, block.data(), block.size(), static_cast<off_t>(position)); });
        if (count <= 0) throw output_error(cannot("read", partial_path_, count < 0 ? errno : EIO));
        block.resize(static_cast<std::size_t>(count));
        write_all(to.number, block, path_);
    }
    file_.close();
}

void write_file(std::filesystem::path const& path, std::string_view bytes) {
    output_file file(path);
    try {
        file.write(bytes);
        file.commit();
    } catch (...) {
        file.discard();
        throw;
    }
}

}  // namespace firefly
