/// A file that holds what a run needs to go on: written whole or not at all, and refused when it is not what was written.
///
///     firefly checkpoint, version 1\n      what it is, for people who look into it
///     length of the contents, contents, checksum of both
///
/// What the contents are is the writer's matter; so are the title and the version, which changes with the contents.
module;
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

export module firefly.files:checkpoint_file;

namespace firefly {

/// Which files belong together.
export struct checkpoint_kind {
    std::string_view title = "checkpoint";
    std::uint64_t version = 1;
};

/// Replaces the file at once: a temporary file, fsync, rename. Throws `output_error`.
export void write_checkpoint_file(std::filesystem::path const& path, checkpoint_kind kind, std::string_view contents);

/// Whether it begins as one, of any version.
export bool is_checkpoint_file(std::filesystem::path const& path, checkpoint_kind kind);

/// Throws `data_error` in one line for a file of another kind or version, cut short or damaged.
export std::string read_checkpoint_file(std::filesystem::path const& path, checkpoint_kind kind);

}  // namespace firefly
