/// What the system says of a file that cannot be read, in parts.
module;
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

module firefly.files:system_fault;

import firefly.external;
import firefly.numeric;

namespace firefly {

/// For a value of `errno`; the message is that of `cannot`.
inline data_fault system_fault(std::string_view be_what, std::filesystem::path const& path, int error_number) {
    return {.file = path.string(), .what = fmt::format("cannot be {}: {}", be_what, std::generic_category().message(error_number))};
}

}  // namespace firefly
