/// The name that was probably meant, for messages about one that is not there.
module;
#include <optional>
#include <span>
#include <string>
#include <string_view>

export module firefly.tables:nearest_name;

namespace firefly {

/// At most a third of its letters differ, their case not counted. Cost: the product of both lengths, for each name.
export std::optional<std::string> nearest_name(std::string_view wanted, std::span<std::string const> names);

}  // namespace firefly
