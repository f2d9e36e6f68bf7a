/// Text for CSV, HTML and sentences.
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

/// "a, b and c": at most `most` items, then the number of the others.
export std::string enumeration(std::vector<std::string> const& texts, std::size_t most);

}  // namespace firefly::program
