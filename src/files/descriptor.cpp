module;
#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

module firefly.files;

import :output_place;

namespace firefly {

bool descriptor::close() {
    return number < 0 || ::close(std::exchange(number, -1)) == 0;
}

void sync_name(std::filesystem::path const& file) {
    descriptor const folder(::open(folder_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.number >= 0) ::fsync(folder.number);
}

}  // namespace firefly
