module;
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

module firefly.program.output;

import firefly.external;
import firefly;

namespace firefly::program {

std::string csv_field(std::string_view text) {
    std::string const written = as_utf8(text);
    bool const blank_ends = written.starts_with(' ') || written.ends_with(' ');
    if (!blank_ends && written.find_first_of(",\"\r\n") == std::string::npos) return written;
    std::string result = "\"";
    for (char const c : written) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + '"';
}

std::string html_text(std::string_view text) {
    std::string result;
    for (char const c : visible(text, "\n")) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
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
