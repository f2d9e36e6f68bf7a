module;
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

module firefly.files;

import firefly.external;
import firefly.numeric;

namespace firefly {

namespace {

std::string first_words(checkpoint_kind kind) {
    return fmt::format("firefly {}, version ", kind.title);
}

std::uint64_t sum_of(std::string_view contents) {
    checksum sum;
    sum.add(contents);
    return sum.value();
}

}  // namespace

void write_checkpoint_file(std::filesystem::path const& path, checkpoint_kind kind, std::string_view contents) {
    byte_writer out;
    out.put(contents);
    out.put(sum_of(contents));
    write_file(path, fmt::format("{}{}\n{}", first_words(kind), kind.version, out.bytes()));
}

bool is_checkpoint_file(std::filesystem::path const& path, checkpoint_kind kind) {
    return file_bytes(path).text().starts_with(first_words(kind));
}

std::string read_checkpoint_file(std::filesystem::path const& path, checkpoint_kind kind) {
    std::string const title = first_words(kind);
    file_bytes const file(path);
    std::string_view text = file.text();
    auto const line_end = text.substr(0, 64).find('\n');
    if (!text.starts_with(title) || line_end == std::string_view::npos)
        throw data_error({.file = path.string(), .what = fmt::format("is not a {} of firefly", kind.title)});
    auto const found = text.substr(title.size(), line_end - title.size());
    if (found != fmt::format("{}", kind.version))
        throw data_error({.file = path.string(),
                          .what = fmt::format("is a {} of version {}, and this firefly reads version {}", kind.title,
                                              in_quotes(found), kind.version),
                          .remedy = "use the one that wrote it"});
    text.remove_prefix(line_end + 1);
    try {
        byte_reader in(text);
        std::string contents;
        std::uint64_t sum = 0;
        in.get(contents);
        in.get(sum);
        if (in.at_end() && sum == sum_of(contents)) return contents;
    } catch (data_error const&) {  // cut short: damaged like the others
    }
    throw data_error(
        {.file = path.string(), .what = "is damaged: its checksum is wrong", .remedy = "use another copy, or run again"});
}

}  // namespace firefly
