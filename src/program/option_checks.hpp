/// What an option may be, as CLI11 wants it: an empty text, or what is wrong.
#pragma once

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

namespace firefly::program {

/// A whole number written in decimal digits: CLI11 2.1 takes "-1" for 2^64 − 1 and "010" for 8.
inline std::string check_count(std::string const& text) {
    bool const digits = !text.empty() && text.size() < 19 && text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? "" : "must be a whole number, got " + text;
}

inline std::string check_positive_count(std::string const& text) {
    bool const zero = text.find_first_not_of('0') == std::string::npos;
    return zero || !check_count(text).empty() ? "must be a whole number above 0, got " + text : "";
}

/// Seconds of "90s", "10m", "1.5h"; nothing for any other text.
inline std::optional<double> parse_duration(std::string const& text) {
    char* end = nullptr;
    double const number = std::strtod(text.c_str(), &end);
    std::string const unit = end;
    double const scale = unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
    bool const plain = !text.empty() && text.find_first_not_of("0123456789.") == text.size() - unit.size();
    if (scale == 0 || !plain || !(number > 0)) return {};
    return number * scale;
}

inline std::string check_duration(std::string const& text) {
    return parse_duration(text) ? "" : "must be a time such as 90s, 10m or 2h, got " + text;
}

inline bool is_positive_number(std::string const& text) {
    char* end = nullptr;
    double const value = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' && value > 0 && std::isfinite(value);
}

inline std::string check_region(std::string const& text) {
    bool const fits = text == "auto" || text == "none" || is_positive_number(text);
    return fits ? "" : "must be auto, none or a positive number, got " + text;
}

inline std::string check_positive(std::string const& text) {
    return is_positive_number(text) ? "" : "must be a positive number, got " + text;
}

inline std::string check_scale_or_auto(std::string const& text) {
    return text == "auto" || is_positive_number(text) ? "" : "must be auto or a positive number, got " + text;
}

}  // namespace firefly::program
