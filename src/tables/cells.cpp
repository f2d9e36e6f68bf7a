module;
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

module firefly.tables;

import firefly.external;
import firefly.core;
import firefly.files;
import :cells;

namespace firefly {

data_fault cell_fault(column_place const& column, cell_position at, std::string_view what, std::string remedy,
                      std::string setting) {
    return {
        .file = column.file,
        .line = at.line,
        .row = at.row,
        .column = column.name,
        .what = at.row > 0 ? fmt::format("row {}, {} {}", at.row, column.called, what) : fmt::format("{} {}", column.called, what),
        .remedy = std::move(remedy),
        .setting = std::move(setting)};
}

std::optional<std::string> wrong_bytes(std::string_view text) {
    if (text.find('\0') != std::string_view::npos) return fmt::format("holds a zero byte ({})", in_quotes(text));
    if (!is_utf8(text)) return fmt::format("is not UTF-8 ({})", in_quotes(text));
    return std::nullopt;
}

void check_text(column_place const& column, cell_position at, std::string_view text) {
    if (auto const wrong = wrong_bytes(text))
        throw data_error(cell_fault(column, at, *wrong, "save the file as UTF-8, or say how it is encoded", "encoding"));
}

bool is_missing(std::string_view cell) {
    constexpr std::array<std::string_view, 5> words{"", "na", "n/a", "nan", "null"};
    if (!cell.empty() && is_digit(cell[0])) return false;  // nearly all labels: spares them the words
    if (cell.size() > 4) return false;
    return std::ranges::find(words, lower_case(cell)) != words.end();
}

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

}  // namespace firefly
