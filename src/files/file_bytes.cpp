module;
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <utility>

module firefly.files;

import firefly.numeric;
import :gzip;
import :system_fault;

namespace firefly {

namespace {

std::string read_to_end(int file, std::filesystem::path const& path) {
    std::string bytes;
    std::size_t used = 0;
    for (;;) {
        constexpr std::size_t chunk = std::size_t{1} << 20;
        bytes.resize(used + chunk);
        auto const count = uninterrupted([&] { return ::read(file, bytes.data() + used, chunk); });
        if (count < 0) throw data_error(system_fault("read", path, errno));
        used += static_cast<std::size_t>(count);
        if (count == 0) break;
    }
    bytes.resize(used);
    return bytes;
}

}  // namespace

/// Complete before anything can throw, so that what was mapped is unmapped then.
file_bytes::file_bytes(std::filesystem::path const& path, std::size_t most) : file_bytes() {
    open(path);
    if (!is_gzip(text())) return;
    copied_ = unpack_gzip(path.string(), text(), most);
    unmap();
}

void file_bytes::open(std::filesystem::path const& path) {
    descriptor const file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status{};
    if (file.number < 0 || ::fstat(file.number, &status) != 0) throw data_error(system_fault("opened", path, errno));
    if (!S_ISREG(status.st_mode)) {
        copied_ = read_to_end(file.number, path);
        return;
    }
    if (status.st_size == 0) return;  // an empty file cannot be mapped
    size_ = static_cast<std::size_t>(status.st_size);
    void* const start = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.number, 0);
    if (start == MAP_FAILED) throw data_error(system_fault("mapped", path, errno));
    ::madvise(start, size_, MADV_SEQUENTIAL);
    mapped_ = static_cast<char const*>(start);
}

file_bytes::file_bytes(file_bytes&& other) noexcept
    : mapped_(std::exchange(other.mapped_, nullptr)), size_(other.size_), copied_(std::move(other.copied_)) {}

file_bytes::~file_bytes() {
    unmap();
}

void file_bytes::forget() const {
    if (mapped_) ::madvise(const_cast<char*>(mapped_), size_, MADV_DONTNEED);
}

void file_bytes::unmap() {
    if (mapped_) ::munmap(const_cast<char*>(std::exchange(mapped_, nullptr)), size_);
}

}  // namespace firefly
