module;
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

module firefly.files;

import firefly.external;

namespace firefly {

std::string in_quotes(std::string_view text) {
    std::size_t length = std::min<std::size_t>(text.size(), 40);
    auto const continues_character = [&](std::size_t i) { return i < text.size() && (text[i] & 0xC0) == 0x80; };  // UTF-8
    while (length > 0 && continues_character(length)) --length;
    std::string marked;
    for (char const c : text.substr(0, length)) {
        if (c == '"' || c == '\\') marked += '\\';
        marked += c;
    }
    return fmt::format("\"{}{}\"", visible(marked), text.size() > length ? "…" : "");
}

std::string list_in_quotes(std::span<std::string const> texts) {
    constexpr std::size_t most = 8;
    std::string result;
    for (std::size_t i = 0; i < std::min(most, texts.size()); ++i) result += (i ? ", " : "") + in_quotes(texts[i]);
    if (texts.size() > most) result += fmt::format(" and {} more", texts.size() - most);
    return result;
}

std::vector<std::string> numbered_columns(std::size_t count) {
    std::vector<std::string> names(count);
    for (std::size_t i = 0; i < count; ++i) names[i] = std::to_string(i + 1);
    return names;
}

std::string cannot(std::string_view be_what, std::filesystem::path const& path, int error_number) {
    return fmt::format("{}: cannot be {}: {}", path.string(), be_what, std::generic_category().message(error_number));
}

}  // namespace firefly
