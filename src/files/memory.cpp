module;
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

module firefly.files;

import firefly.external;
import :output_place;

namespace firefly {

namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

std::size_t limit_of_process() {
    rlimit limit{};
    bool const is_limited = ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return is_limited ? static_cast<std::size_t>(limit.rlim_cur) : no_limit;
}

/// Of the control group, as a container has it; cgroup v2, then v1. "max", or no such file: none.
std::size_t limit_of_container() {
    std::size_t limit = no_limit;
    for (char const* const file : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"})
        if (std::size_t found = 0; std::ifstream(file) >> found && found > 0) limit = std::min(limit, found);
    return limit;
}

}  // namespace

std::size_t machine_memory() {
    std::size_t const all = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return std::min({all, limit_of_process(), limit_of_container()});
}

std::optional<std::uint64_t> free_space(std::filesystem::path const& file) {
    struct statvfs status{};
    if (::statvfs(folder_of(file).c_str(), &status) != 0 || status.f_blocks == 0) return {};  // /proc has no blocks, and none free
    return static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize;
}

std::string in_bytes(double count) {
    constexpr std::array units{"bytes", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    for (; count >= 1024 && unit + 1 < units.size(); ++unit) count /= 1024;
    return fmt::format("{:.4g} {}", count, units[unit]);
}

}  // namespace firefly
