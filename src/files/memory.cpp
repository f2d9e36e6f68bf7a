module;
#include <unistd.h>

#include <array>
#include <cstddef>
#include <string>

module firefly.files;

import firefly.external;

namespace firefly {

std::size_t machine_memory() {
    return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::string in_bytes(double count) {
    constexpr std::array units{"bytes", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    for (; count >= 1024 && unit + 1 < units.size(); ++unit) count /= 1024;
    return fmt::format("{:.4g} {}", count, units[unit]);
}

}  // namespace firefly
