module;
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

module firefly.files;

import firefly.external;

namespace firefly {

namespace {

unsigned char byte_at(std::string_view text, std::size_t i) {
    return static_cast<unsigned char>(text[i]);
}

/// The character at the start of a text that is not empty. A length of 0: the first byte is not UTF-8.
struct character {
    std::uint32_t code = 0;
    std::size_t length = 0;
};

character first_character(std::string_view text) {
    unsigned char const lead = byte_at(text, 0);
    if (lead < 0x80) return {lead, 1};
    std::size_t const length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
    std::uint32_t code = lead & (0x7Fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        unsigned char const next = byte_at(text, i);
        if ((next & 0xC0) != 0x80) return {};
        code = code << 6 | (next & 0x3Fu);
    }
    constexpr std::uint32_t least[] = {0x80, 0x800, 0x10000};  // of two, three and four bytes
    bool const is_surrogate = code >= 0xD800 && code < 0xE000;
    if (code < least[length - 2] || code > 0x10FFFF || is_surrogate) return {};
    return {code, length};
}

/// C0, DEL and C1; line and paragraph separators; marks, embeddings, overrides and isolates of direction.
bool is_control(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

/// With the bytes of each character that `is_hidden` says so of, and all that are not UTF-8, written \xNN.
template <class Hidden>
std::string escaped(std::string_view text, Hidden is_hidden) {
    std::string result;
    while (!text.empty()) {
        auto const [code, length] = first_character(text);
        std::string_view const bytes = text.substr(0, std::max<std::size_t>(1, length));
        if (length > 0 && !is_hidden(code))
            result += bytes;
        else
            for (char const c : bytes) result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        text.remove_prefix(bytes.size());
    }
    return result;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
    std::size_t used = 0;
    while (used < text.size()) {
        std::size_t const length = first_character(text.substr(used)).length;
        if (length == 0) break;
        used += length;
    }
    return used;
}

std::string from_latin1(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (char const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        if (byte >= 0x80) result += static_cast<char>(0xC0 | byte >> 6);
        result += byte < 0x80 ? c : static_cast<char>(0x80 | (byte & 0x3F));
    }
    return result;
}

std::string as_utf8(std::string_view text) {
    return escaped(text, [](std::uint32_t code) { return code == 0; });
}

std::string visible(std::string_view text, std::string_view kept) {
    return escaped(text, [&](std::uint32_t code) {
        bool const is_kept = code < 0x80 && kept.find(static_cast<char>(code)) != std::string_view::npos;
        return is_control(code) && !is_kept;
    });
}

}  // namespace firefly
