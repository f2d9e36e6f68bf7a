module;
#include <algorithm>
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

std::string html_name(std::string_view name) {
    constexpr std::size_t short_name = 14;  // bytes that are never too wide
    std::string const text = html_text(name);
    if (name.size() <= short_name) return text;
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        result += text[i];
        bool const may_break = std::string_view(":[],._|=/+*").find(text[i]) != std::string_view::npos;
        if (may_break && i + 1 < text.size()) result += "<wbr>";
    }
    return result;
}

std::string typeset(std::string_view number) {
    if (number == "nan" || number == "-nan") return "–";
    std::string result;
    if (number.starts_with('-')) {
        result = "−";
        number.remove_prefix(1);
    }
    std::size_t const whole = std::min(number.find_first_not_of("0123456789"), number.size());
    for (std::size_t i = 0; i < whole; ++i) {
        result += number[i];
        if ((whole - i) % 3 == 1 && i + 1 < whole) result += ',';
    }
    return result.append(number.substr(whole));
}

void align_decimals(std::vector<std::string>& column) {
    auto const decimals = [](std::string const& number) {  // with the point
        auto const point = number.find('.');
        return point == std::string::npos ? std::size_t{0} : number.size() - point;
    };
    auto const is_plain = [](std::string const& number) {
        return !number.empty() && number.back() >= '0' && number.back() <= '9' && number.find('e') == std::string::npos;
    };
    std::size_t most = 0;
    for (auto const& number : column)
        if (is_plain(number)) most = std::max(most, decimals(number));
    for (auto& number : column) {
        if (!is_plain(number)) continue;
        std::size_t const own = decimals(number);
        if (own == 0 && most > 0) number += "\u2008";                                           // as wide as a point
        for (std::size_t i = std::max<std::size_t>(own, 1); i < most; ++i) number += "\u2007";  // as wide as a digit
    }
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
