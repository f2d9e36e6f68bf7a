/// Text from files: whether it is UTF-8, how it becomes UTF-8, and how it is shown to people.
///
/// UTF-8 as Unicode 15 defines it (table 3-7): no overlong sequences, no surrogates, nothing beyond U+10FFFF. netCDF and HTML demand it, and
/// ArviZ cannot open a file with other bytes in it.
module;
#include <cstddef>
#include <string>
#include <string_view>

export module firefly.files:unicode;

namespace firefly {

/// What the bytes of a text file mean.
export enum class text_encoding { utf8, latin1 };

/// How many bytes at the start are UTF-8: all of them, or those before the first byte that is not.
std::size_t utf8_length(std::string_view text);

/// Whether all of it is UTF-8.
export inline bool is_utf8(std::string_view text) {
    return utf8_length(text) == text.size();
}

/// Latin-1 (ISO 8859-1) as UTF-8: byte b is the character U+00b.
export std::string from_latin1(std::string_view text);

/// For files that others read: bytes that are not UTF-8, and zeros, which would end a text in C, are written \xNN. All else stays.
export std::string as_utf8(std::string_view text);

/// For screens and pages: besides these, the bytes of control characters are written \xNN, because a terminal obeys them, and so are those of
/// characters that turn the direction of writing. Those in `kept` stay.
export std::string visible(std::string_view text, std::string_view kept = "");

}  // namespace firefly
