/// Small things that readers of all kinds do with text.
module;
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

export module firefly.files:text;

namespace firefly {

/// Without the blanks at both ends.
export inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    auto const first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// "1", "2", …: what the columns of a file without names are called.
export inline std::vector<std::string> numbered_columns(std::size_t count) {
    std::vector<std::string> names(count);
    for (std::size_t i = 0; i < count; ++i) names[i] = std::to_string(i + 1);
    return names;
}

}  // namespace firefly
