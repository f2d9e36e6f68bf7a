/// Parses and checks the values of options.
module;
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

export module firefly.program.input:option_values;

import firefly;

namespace firefly::program {

/// A finite number above zero; empty for any other text.
export std::optional<double> parse_positive(std::string_view text);

/// A number from 0 to 1; empty for any other text.
export std::optional<double> parse_share(std::string_view text);

/// What a count may be, both ends included.
export struct count_range {
    std::uint64_t least = 0;
    std::uint64_t most = 1'000'000'000'000'000;  // of iterations that is decades; sums and products of a few such counts are exact
};

/// A whole number in decimal digits that lies in the range; empty for any other text. CLI11 2.1 itself reads "-1" as 2^64 − 1 and "010" as 8.
export std::optional<std::uint64_t> parse_count(std::string_view text, count_range range);

/// The seconds in "90s", "10m" or "1.5h"; empty for any other text.
export std::optional<double> parse_duration(std::string_view text);

/// A choice of a plan from its word, or from a number above zero. The word must be one: `check_number_choice`, or CLI11, has looked.
export template <class Value>
choice<Value> parse_choice(std::string_view word) {
    if (word == "auto") return automatic;
    if (word == "none") return none;
    if constexpr (requires { choice_words<Value>::words; })
        return *from_word<Value>(word);
    else
        return *parse_positive(word);
}

/// What is wrong with "auto", "none" or a number above zero, as CLI11 wants it; empty where nothing is.
export std::string check_number_choice(std::string const& text);

}  // namespace firefly::program
