/// Text for CSV, HTML and sentences; numbers for people.
module;
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

export module firefly.program.output:text;

namespace firefly::program {

/// A CSV field in UTF-8, quoted if necessary (RFC 4180).
export std::string csv_field(std::string_view text);

/// Text with the special characters of HTML escaped. Of control characters HTML has line breaks only; others are shown as `visible` does.
export std::string html_text(std::string_view text);

/// The same of a sentence or a command: no line breaks after the dashes of an option.
export std::string html_with_options(std::string_view text);

/// The same of a name. Where it is long, lines may break after punctuation and not inside words.
export std::string html_name(std::string_view name);

/// A number as people read it: thousands grouped by commas, a minus sign for the hyphen, ×10⁻⁵ for e-05; – for one that is none.
export std::string typeset(std::string_view number);

/// A number with `digits` significant digits, and without an exponent from 1 up: 148400, not 1.484e+05.
export std::string rounded(double value, int digits);

/// Blanks as wide as digits behind the numbers of a column, so that their decimal points stand below each other where the column ends on the
/// right.
export void align_decimals(std::vector<std::string>& column);

/// "a, b and c": at most `most` items, then the number of the others.
export std::string enumeration(std::vector<std::string> const& texts, std::size_t most);

}  // namespace firefly::program
