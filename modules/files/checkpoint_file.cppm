/// A file that holds what a run needs to go on: written whole or not at all, and refused when it is not what was written.
///
///     firefly checkpoint, version 1\n      for people who look into it
///     length of the contents, contents, checksum of both
///
/// What the contents are is the program's matter; so is the version, which changes with them.
module;
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

export module firefly.files:checkpoint_file;

namespace firefly {

/// Replaces the file at once: a temporary file, fsync, rename. Throws `output_error`.
export void write_checkpoint_file(std::filesystem::path const& path, std::uint64_t version, std::string_view contents);

/// Whether it begins as one, of any version.
export bool is_checkpoint_file(std::filesystem::path const& path);

/// Throws `data_error` in one line for a file that is no checkpoint, of another version, cut short or damaged.
export std::string read_checkpoint_file(std::filesystem::path const& path, std::uint64_t version);

}  // namespace firefly
