module;
#include <algorithm>
#include <array>
#include <cmath>
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

std::string html_with_options(std::string_view text) {
    std::string const escaped = html_text(text);
    std::string result;
    for (std::size_t at = 0; at < escaped.size();) {
        std::size_t const option = std::min(escaped.find("--", at), escaped.size());
        result += escaped.substr(at, option - at);
        at = std::min(escaped.find_first_not_of("-abcdefghijklmnopqrstuvwxyz", option), escaped.size());
        if (at > option) result += fmt::format("<span class=\"whole\">{}</span>", escaped.substr(option, at - option));
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

namespace {

/// ×10⁻⁵ of e-05; nothing else ends in that way.
std::string power_of_ten(std::string_view exponent) {
    constexpr std::array<std::string_view, 10> raised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string result = exponent.starts_with('-') ? "×10⁻" : "×10";
    exponent.remove_prefix(std::min(exponent.find_first_not_of("+-0"), exponent.size()));
    for (char const digit : exponent) result += raised[static_cast<std::size_t>(digit - '0')];
    return result;
}

}  // namespace

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
    number.remove_prefix(whole);
    auto const e = number.find('e');
    if (whole == 0 || e == std::string_view::npos || number.find_first_not_of("+-0123456789", e + 1) != std::string_view::npos)
        return result.append(number);
    return result.append(number.substr(0, e)) + power_of_ten(number.substr(e + 1));
}

std::string rounded(double value, int digits) {
    std::string const text = fmt::format("{:.{}g}", value, digits);
    constexpr double too_long = 1e12;
    bool const writes_out = text.find("e+") != std::string::npos && std::abs(value) < too_long;
    return writes_out ? fmt::format("{:.0f}", std::stod(text)) : text;
}

void align_decimals(std::vector<std::string>& column) {
    auto const decimals = [](std::string const& number) {  // with the point
        auto const point = number.find('.');
        return point == std::string::npos ? std::size_t{0} : number.size() - point;
    };
    auto const is_plain = [](std::string const& number) { return !number.empty() && number.back() >= '0' && number.back() <= '9'; };
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
