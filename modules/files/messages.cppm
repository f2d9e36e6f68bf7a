/// The parts that messages of readers and writers share. All of them fit on one line, whatever the file holds.
module;
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

export module firefly.files:messages;

namespace firefly {

/// Text from a file: in quotes, as `visible` shows it, cut when long.
export std::string in_quotes(std::string_view text);

/// The same for several, at most eight of them.
export std::string list_in_quotes(std::span<std::string const> texts);

/// "1", "2", …: what the columns of a file without names are called.
export std::vector<std::string> numbered_columns(std::size_t count);

/// `draws.csv: cannot be created: No such file or directory`, for a value of `errno`.
export std::string cannot(std::string_view be_what, std::filesystem::path const& path, int error_number);

}  // namespace firefly
