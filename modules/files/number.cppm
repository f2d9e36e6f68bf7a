/// Decimal numbers from text, correctly rounded.
///
///     value = mantissa × 10^exponent
///
/// A mantissa up to 2⁵³ and a power up to 10²² are both exact doubles, so that their product or quotient is rounded once, and
/// correctly (Clinger 1990, "How to read floating point numbers accurately"). Everything else goes to `std::from_chars`.
module;
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

export module firefly.files:number;

namespace firefly {

inline constexpr std::array<double, 23> exact_powers_of_ten{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                            1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Whether this is one of 0, …, 9, in whatever locale.
export inline bool is_digit(char c) {
    return static_cast<unsigned char>(c - '0') < 10;
}

/// Without the blanks at both ends, which surround numbers in many files.
export inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    auto const first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// Reads the number that starts at `first`, if there is one, and leaves `first` behind it. No white space is skipped, "nan" and
/// "inf" are not numbers, and neither is what overflows.
export inline bool scan_number(char const*& first, char const* last, double& value) {
    char const* p = first;
    // By arithmetic and not by branches: which numbers are negative cannot be predicted.
    bool const negative = p != last && *p == '-';
    bool const positive = p != last && *p == '+';
    double const sign = std::array{1.0, -1.0}[negative];
    p += negative | positive;

    char const* const unsigned_start = p;
    std::uint64_t mantissa = 0;  // wraps beyond 19 digits; not used then
    auto const take_digits = [&] {
        char const* const start = p;
        while (p != last && is_digit(*p)) mantissa = 10 * mantissa + static_cast<std::uint64_t>(*p++ - '0');
        return p - start;
    };
    auto digits = take_digits();
    std::int64_t exponent = 0;
    if (p != last && *p == '.') {
        ++p;
        auto const decimals = take_digits();
        digits += decimals;
        exponent = -decimals;
    }
    if (digits == 0) return false;

    bool const has_exponent = p != last && (*p == 'e' || *p == 'E');
    if (digits <= 19 && mantissa <= std::uint64_t{1} << 53 && !has_exponent && exponent >= -22) {
        double const magnitude = static_cast<double>(mantissa) / exact_powers_of_ten[static_cast<std::size_t>(-exponent)];
        value = sign * magnitude;
        first = p;
        return true;
    }

    double magnitude = 0;
    auto const [end, failure] = std::from_chars(unsigned_start, last, magnitude);
    if (failure != std::errc{} || !std::isfinite(magnitude)) return false;
    value = sign * magnitude;
    first = end;
    return true;
}

/// The number that is the whole of the text.
export inline std::optional<double> parse_number(std::string_view text) {
    char const* first = text.data();
    char const* const last = first + text.size();
    double value = 0;
    if (!scan_number(first, last, value) || first != last) return std::nullopt;
    return value;
}

}  // namespace firefly
