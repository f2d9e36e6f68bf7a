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

constexpr std::string_view title = "firefly checkpoint, version ";

std::uint64_t sum_of(std::string_view contents) {
    checksum sum;
    sum.add(contents);
    return sum.value();
}

}  // namespace

void write_checkpoint_file(std::filesystem::path const& path, std::uint64_t version, std::string_view contents) {
    byte_writer out;
    out.put(contents);
    out.put(sum_of(contents));
    output_file file(path);
    try {
        file.write(fmt::format("{}{}\n", title, version));
        file.write(out.bytes());
        file.commit();
    } catch (output_error const&) {
        file.discard();  // the one before it is still in place
        throw;
    }
}

bool is_checkpoint_file(std::filesystem::path const& path) {
    return file_bytes(path).text().starts_with(title);
}

std::string read_checkpoint_file(std::filesystem::path const& path, std::uint64_t version) {
    file_bytes const file(path);
    std::string_view text = file.text();
    auto const line_end = text.substr(0, 64).find('\n');
    if (!text.starts_with(title) || line_end == std::string_view::npos)
        throw data_error({.file = path.string(), .what = "is not a checkpoint of firefly"});
    auto const found = text.substr(title.size(), line_end - title.size());
    if (found != fmt::format("{}", version))
        throw data_error(
            {.file = path.string(),
             .what = fmt::format("is a checkpoint of version {}, and this firefly reads version {}", in_quotes(found), version),
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
