/// Calls of the system: again where a signal interrupted one, and what it says of a file that cannot be read, in parts.
module;
#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

module firefly.files:system_fault;

import firefly.external;
import firefly.numeric;

namespace firefly {

/// What a call returns that was not interrupted: how many bytes it read or wrote, or −1 with `errno`.
template <class Call>
auto uninterrupted(Call const& call) {
    auto count = call();
    while (count < 0 && errno == EINTR) count = call();
    return count;
}

/// For a value of `errno`; the message is that of `cannot`.
inline data_fault system_fault(std::string_view be_what, std::filesystem::path const& path, int error_number) {
    return {.file = path.string(), .what = fmt::format("cannot be {}: {}", be_what, std::generic_category().message(error_number))};
}

}  // namespace firefly
