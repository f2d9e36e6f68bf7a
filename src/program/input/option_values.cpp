module;
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

module firefly.program.input;

import firefly;

namespace firefly::program {

std::optional<double> parse_positive(std::string_view text) {
    auto const number = parse_number(text);
    return number && *number > 0 ? number : std::nullopt;
}

std::optional<double> parse_share(std::string_view text) {
    auto const number = parse_number(text);
    return number && *number >= 0 && *number <= 1 ? number : std::nullopt;
}

std::optional<std::uint64_t> parse_count(std::string_view text, count_range range) {
    std::uint64_t count = 0;
    char const* const last = text.data() + text.size();
    auto const [end, failure] = std::from_chars(text.data(), last, count);  // digits alone: no sign, no blank, no exponent
    if (failure != std::errc{} || end != last || count < range.least || count > range.most) return std::nullopt;
    return count;
}

std::optional<double> parse_duration(std::string_view text) {
    if (text.empty()) return std::nullopt;
    char const unit = text.back();
    double const scale = unit == 's' ? 1 : unit == 'm' ? 60 : unit == 'h' ? 3600 : 0;
    text.remove_suffix(1);
    bool const plain = text.find_first_not_of("0123456789.") == std::string_view::npos;
    auto const number = parse_positive(text);
    if (scale == 0 || !plain || !number) return std::nullopt;
    return *number * scale;
}

std::string check_number_choice(std::string const& text) {
    if (text == "auto" || text == "none") return "";
    auto const number = parse_positive(text);
    if (!number) return "must be auto, none or a positive number, got " + text;
    // Beyond, lengths of clocks overflow, or an iteration takes for ever.
    return *number >= 1e-3 && *number <= 1e6 ? "" : "must lie between 0.001 and 1000000, got " + text;
}

}  // namespace firefly::program
