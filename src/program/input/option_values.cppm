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

// Validators for CLI11: each returns what is wrong with the value, or an empty text.

/// A whole number in decimal digits. CLI11 2.1 itself reads "-1" as 2^64 − 1 and "010" as 8.
export std::string check_count(std::string const& text);
export std::string check_positive_count(std::string const& text);
export std::string check_positive(std::string const& text);
export std::string check_region(std::string const& text);

}  // namespace firefly::program
