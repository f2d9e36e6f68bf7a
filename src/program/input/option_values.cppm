/// Parses and checks the values of options.
module;
#include <optional>
#include <string>
#include <string_view>

export module firefly.program.input:option_values;

import firefly;

namespace firefly::program {

/// A finite number above zero; empty for any other text.
export std::optional<double> parse_positive(std::string_view text);

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

// What is wrong with a value, as CLI11 wants it; empty where nothing is.

/// A whole number in decimal digits. CLI11 2.1 itself reads "-1" as 2^64 − 1 and "010" as 8.
export std::string check_count(std::string const& text);
export std::string check_positive_count(std::string const& text);
export std::string check_positive(std::string const& text);
/// "auto", "none" or a number above zero.
export std::string check_number_choice(std::string const& text);

}  // namespace firefly::program
