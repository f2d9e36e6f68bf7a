/// Text of any bytes, as libFuzzer makes them up: what is UTF-8 is told as a decoder of code points tells it, and what is written or shown is UTF-8.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzer.hpp"

import firefly.files;

namespace {

/// By the definition: the code point is computed, then refused if it is too long, a surrogate or beyond the last.
bool is_utf8_by_definition(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        auto const first = static_cast<unsigned char>(text[i++]);
        if (first < 0x80) continue;
        if (first < 0xC0 || first >= 0xF8) return false;
        std::size_t const more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
        std::uint32_t point = first & (0x3Fu >> more);
        for (std::size_t k = 0; k < more; ++k, ++i) {
            if (i == text.size() || (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return false;
            point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
        }
        constexpr std::uint32_t least[]{0, 0x80, 0x800, 0x10000};
        if (point < least[more] || (point >= 0xD800 && point < 0xE000) || point > 0x10FFFF) return false;
    }
    return true;
}

bool has_control_characters(std::string_view text) {
    for (char const c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return true;
    return false;
}

}  // namespace

std::vector<std::string> seeds() {
    return {"plain",
            "größe",
            "\xE2\x82\xAC \xF0\x9F\x94\xA5",
            "gr\xF6\xDF"
            "e",
            "\x1b[31mred",
            "\xE2\x80\xAEright",
            "\xC0\x80\xED\xA0\x80\xF4\x90\x80\x80"};
}

void try_input(std::string_view input) {
    bool const good = firefly::is_utf8(input);
    require(good == is_utf8_by_definition(input), "what UTF-8 is");
    std::string const written = firefly::as_utf8(input);
    require(firefly::is_utf8(written) && written.find('\0') == std::string::npos, "what is written is UTF-8 without zeros");
    require(!good || input.find('\0') != std::string_view::npos || written == input, "UTF-8 is written as it is");
    require(firefly::as_utf8(written) == written, "what was written once stays");
    std::string const shown = firefly::visible(input);
    require(firefly::is_utf8(shown) && !has_control_characters(shown), "what is shown does nothing to a terminal");
    require(firefly::visible(shown) == shown, "what was shown once stays");
    require(firefly::is_utf8(firefly::from_latin1(input)), "Latin-1 becomes UTF-8");
}
