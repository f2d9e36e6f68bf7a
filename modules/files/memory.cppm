/// How much memory and disk there is, so that what cannot fit is refused and not attempted.
///
/// The limit of memory is what the machine has, or what this process may have of it (`ulimit -v`, a container), not what is free now: the rest
/// can be freed, and data beyond it would be sampled from the swap file. A fixed limit would refuse on a large machine what it does with ease.
module;
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

export module firefly.files:memory;

namespace firefly {

/// In bytes.
export std::size_t machine_memory();

/// Bytes that may still be written to the file system that a file is on, or will be; nothing where the system does not say.
export std::optional<std::uint64_t> free_space(std::filesystem::path const& file);

/// "3.2 GiB", in the unit that suits; for numbers beyond 2⁶⁴, too.
export std::string in_bytes(double count);

}  // namespace firefly
