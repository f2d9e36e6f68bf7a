/// Text as formats want it.
module;
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

export module firefly.program.output:text;

namespace firefly::program {

/// A field of CSV: in quotes where it must be (RFC 4180).
export std::string csv_field(std::string_view text);

/// Without what HTML would take for its own.
export std::string html_text(std::string_view text);

/// "a, b and c": at most `most` of them, then how many more.
export std::string enumeration(std::vector<std::string> const& texts, std::size_t most);

}  // namespace firefly::program
