module;
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

module firefly.files;

import firefly.external;
import firefly.numeric;
import :output_place;

namespace firefly {

namespace {

std::string in_words(int error_number) {
    return std::generic_category().message(error_number);
}

/// A link of the system to something that is open, in this process or another. What it contains need not be a path ("pipe:[4711]").
bool is_open_elsewhere(std::filesystem::path const& link) {
    std::error_code failure;
    std::string const folder = std::filesystem::canonical(folder_of(link), failure).string();
    return !failure && folder.starts_with("/proc/") && folder.ends_with("/fd");
}

/// The number in /proc/self/fd/NUMBER, if the process is this one.
std::optional<int> own_descriptor(std::filesystem::path const& link) {
    std::string const folder = std::filesystem::canonical(folder_of(link)).string(), name = link.filename().string();
    int number = 0;
    auto const [end, failure] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (failure != std::errc{} || end != name.data() + name.size()) return {};
    if (!folder.starts_with(fmt::format("/proc/{}/", ::getpid()))) return {};
    return number;
}

void check_descriptor(std::filesystem::path const& path, int number) {
    int const flags = ::fcntl(number, F_GETFL);
    if (flags < 0) throw output_error(cannot("written", path, errno));
    if ((flags & O_ACCMODE) == O_RDONLY) throw output_error(cannot("written", path, EBADF));
}

}  // namespace

std::filesystem::path folder_of(std::filesystem::path const& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

output_place place_of(std::filesystem::path const& path) {
    constexpr int most_links = 40;  // as in Linux
    std::filesystem::path file = path;
    for (int links = 0; links <= most_links; ++links) {
        if (is_open_elsewhere(file)) return {file, false, own_descriptor(file)};
        struct stat status{};
        if (::lstat(file.c_str(), &status) != 0) {
            if (errno == ENOENT) return {file, true, {}};
            throw output_error(cannot("created", path, errno));
        }
        if (S_ISDIR(status.st_mode)) throw output_error(cannot("created", path, EISDIR));
        if (S_ISSOCK(status.st_mode))
            throw output_error(
                fmt::format("{}: is a socket, which cannot be opened; give a file, a FIFO or a device", path.string()));
        if (!S_ISLNK(status.st_mode)) return {file, S_ISREG(status.st_mode), {}};
        std::error_code failure;
        auto const next = std::filesystem::read_symlink(file, failure);
        if (failure) throw output_error(cannot("created", path, failure.value()));
        file = file.parent_path() / next;
    }
    throw output_error(cannot("created", path, ELOOP));
}

void check_place(std::filesystem::path const& path, output_place const& place) {
    if (place.descriptor) return check_descriptor(path, *place.descriptor);
    if (!place.is_replaced) {
        if (::access(place.file.c_str(), W_OK) != 0) throw output_error(cannot("written", path, errno));
        return;
    }
    auto const folder = folder_of(place.file);
    auto const refuse = [&](int reason, char const* remedy) {
        throw output_error(fmt::format("{}: cannot be created in the folder {}: {}; {}", path.string(), folder.string(),
                                       in_words(reason), remedy));
    };
    struct stat status{};
    if (::stat(folder.c_str(), &status) != 0) refuse(errno, "make the folder, or give another name");
    if (!S_ISDIR(status.st_mode)) refuse(ENOTDIR, "give another name");
    if (::access(folder.c_str(), W_OK | X_OK) != 0) refuse(errno, "give a name in another folder");
    if (::access(place.file.c_str(), W_OK) != 0 && errno != ENOENT)
        throw output_error(
            fmt::format("{}: cannot be replaced: {}; make it writable, or give another name", path.string(), in_words(errno)));
}

}  // namespace firefly
