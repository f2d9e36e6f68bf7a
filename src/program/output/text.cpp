module;
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.output;

import firefly.external;

namespace firefly::program {

std::string csv_field(std::string_view text) {
    bool const blank_ends = text.starts_with(' ') || text.ends_with(' ');
    if (!blank_ends && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string result = "\"";
    for (char const c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + '"';
}

std::string html_text(std::string_view text) {
    std::string result;
    for (char const c : text) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default:
                if (static_cast<unsigned char>(c) >= ' ' || c == '\n') result += c;  // HTML has no other control characters
        }
    }
    return result;
}

std::string enumeration(std::vector<std::string> const& texts, std::size_t most) {
    std::string result;
    std::size_t const shown = texts.size() <= most + 1 ? texts.size() : most;
    for (std::size_t i = 0; i < shown; ++i) {
        bool const last = i + 1 == shown && shown == texts.size();
        result += (i == 0 ? "" : last ? " and " : ", ") + texts[i];
    }
    if (shown < texts.size()) result += fmt::format(" and {} more", texts.size() - shown);
    return result;
}

}  // namespace firefly::program
