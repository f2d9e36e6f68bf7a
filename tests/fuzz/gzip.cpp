/// Files that are packed with gzip, on bytes that libFuzzer makes up: both ways to read them give the same text, or both refuse the file.
///
/// An input is a file as it is or, where its first byte is even, the packed part of one: header, checksum and length are then put around it, so
/// that what is refused is refused for what is inside.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzzer.hpp"
#include "memory_file.hpp"
#include "packed.hpp"

import firefly.core;
import firefly.files;

namespace {

constexpr std::size_t most = std::size_t{1} << 20;  // a bomb would say nothing new, slowly

/// The text of a packed part and how long that is; nothing where it is none, or of more than `most` bytes.
struct unpacked {
    std::string text;
    std::size_t length;
};

std::optional<unpacked> unpack(std::string_view body) {
    z_stream stream{};
    require(inflateInit2(&stream, -15) == Z_OK, "zlib");
    std::string text(most, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.data()));
    stream.avail_in = static_cast<uInt>(body.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    int const status = inflate(&stream, Z_FINISH);
    text.resize(stream.total_out);
    std::size_t const length = body.size() - stream.avail_in;
    inflateEnd(&stream);
    if (status != Z_STREAM_END) return {};
    return unpacked{std::move(text), length};
}

std::string wrapped(std::string_view body) {
    using namespace std::string_literals;
    std::string result = "\x1f\x8b\x08\0\0\0\0\0\0\x03"s;
    auto const inside = unpack(body);
    if (!inside) return result + std::string(body);
    auto const put = [&](std::uint32_t value) { result.append(reinterpret_cast<char const*>(&value), sizeof value); };
    result += body.substr(0, inside->length);
    put(static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<Bytef const*>(inside->text.data()), static_cast<uInt>(inside->text.size()))));
    put(static_cast<std::uint32_t>(inside->text.size()));
    return result + std::string(body.substr(inside->length));  // another member, or what does not belong there
}

/// Through a window; nothing where it is refused.
std::optional<std::string> read_in_pieces(std::string const& path) try {
    firefly::text_window window(std::filesystem::path{path});
    std::string text(window.text());
    while (!window.is_last()) {
        window.move_on(0);
        text += window.text();
    }
    return text;
} catch (firefly::data_error const& refusal) {
    require_one_line(refusal.what(), path);
    return {};
}

std::optional<std::string> read_at_once(std::string const& path) try {
    return std::string(firefly::file_bytes(path).text());
} catch (firefly::data_error const& refusal) {
    require_one_line(refusal.what(), path);
    return {};
}

}  // namespace

std::vector<std::string> seeds() {
    std::string const text = "y,a\n1,2.5\n0,-3e2\n" + std::string(300, 'a');
    return {'\0' + deflated(text, -15), '\1' + packed(text), '\1' + packed(text) + packed("more"), "\1y,a\n1,2\n"};
}

void try_input(std::string_view input) {
    static memory_file const file;
    if (input.empty()) return;
    std::string const bytes = input[0] % 2 == 0 ? wrapped(input.substr(1)) : std::string(input.substr(1));
    std::string const path = file.write(bytes);
    auto const whole = read_at_once(path);
    if (input.size() % 16 == 0) require(whole == read_in_pieces(path), "the same text in pieces");  // a window takes 16 MB
}
