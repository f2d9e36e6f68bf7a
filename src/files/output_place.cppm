/// What the name of an output leads to, and how it can be written to.
module;
#include <filesystem>
#include <optional>

module firefly.files:output_place;

namespace firefly {

struct output_place {
    std::filesystem::path file;     // behind all symbolic links
    bool is_replaced = true;        // a regular file, or nothing yet; all else is written to
    std::optional<int> descriptor;  // of this process, where the name is one of /proc/self/fd, as /dev/stdout is
};

/// Follows symbolic links. Throws `output_error` for a directory, a socket and a loop of links.
output_place place_of(std::filesystem::path const& path);

/// Throws `output_error` when it cannot be written to. `path` is what people call it.
void check_place(std::filesystem::path const& path, output_place const& place);

/// The folder that a file is in.
std::filesystem::path folder_of(std::filesystem::path const& file);

}  // namespace firefly
