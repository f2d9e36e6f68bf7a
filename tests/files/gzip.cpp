#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.draws;
import firefly.files;
import firefly.tables;

namespace {

std::string little_endian(std::uint32_t value) {
    std::string bytes;
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> 8 * i & 0xff);
    return bytes;
}

/// The checksum of RFC 1952, section 8, a bit at a time.
std::uint32_t checksum(std::string_view text) {
    std::uint32_t crc = 0xffffffff;
    for (char const c : text) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

/// A member of one stored block, as RFC 1951 and 1952 define it: independent of zlib.
std::string gzip(std::string_view text) {
    auto const size = static_cast<std::uint16_t>(text.size());
    std::string bytes("\x1f\x8b\x08\0\0\0\0\0\0\x03\x01", 11);
    for (std::uint16_t const n : {size, static_cast<std::uint16_t>(~size)}) {
        bytes += static_cast<char>(n & 0xff);
        bytes += static_cast<char>(n >> 8);
    }
    return bytes + std::string(text) + little_endian(checksum(text)) + little_endian(size);
}

firefly::file_data read(std::string_view bytes) {
    temporary_directory const directory;
    return firefly::read_data(directory.write("x.csv.gz", bytes), {.target = "y"});
}

std::string refusal(std::string_view bytes) {
    return complaint<firefly::data_error>([&] { read(bytes); });
}

std::string_view const table = "y,a\n1,2\n0,3\n";

}  // namespace

TEST_CASE("files packed with gzip are unpacked, in one member or several, whatever their name") {
    // python3: gzip.compress(b"y,a\n1,2\n0,3\n", mtime=0)
    std::string_view const packed(
        "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff\xab\xd4\x49\xe4\x32\xd4\x31\xe2\x32\xd0\x31\xe6\x02\x00\xcd\xf0\x01\x72\x0c\x00\x00\x00",
        32);
    for (std::string const& bytes :
         {std::string(packed), gzip(table), gzip("y,a\n1,") + gzip("2\n0,3\n"), gzip("") + gzip(table) + gzip("")}) {
        auto const data = read(bytes);
        CHECK(data.columns == std::vector<std::string>{"(intercept)", "a"});
        CHECK(data.features(1, 1) == 3);
    }
    temporary_directory const directory;
    CHECK(firefly::read_csv(directory.write("x.csv", gzip(table)), {.target = "y"}).target.size() == 2);
}

TEST_CASE("a table of several megabytes is unpacked") {
    std::string text = "y,a\n", packed = gzip(text);
    for (int part = 0; part < 100; ++part) {
        std::string rows;
        while (rows.size() < 60'000) rows += "1,2.5\n0,3.5\n";
        packed += gzip(rows);
        text += rows;
    }
    auto const data = read(packed);
    CHECK(data.target.size() == (text.size() - 4) / 6);
    CHECK(data.features(data.target.size() - 1, 1) == 3.5);
}

TEST_CASE("a packed file is unpacked in memory to its last byte, whatever its size") {
    temporary_directory const directory;
    std::string member;
    for (std::size_t i = 0; member.size() < (1 << 15); ++i) member += std::to_string(i) + '\n';
    member.resize(1 << 15);
    std::string const packed_member = gzip(member);
    constexpr std::size_t mebi = std::size_t{1} << 20;
    for (std::size_t const size : {std::size_t{0}, std::size_t{1}, mebi - 1, mebi, mebi + 1, 2 * mebi, 4 * mebi, 4 * mebi + 3}) {
        CAPTURE(size);
        std::string whole, packed;
        for (; whole.size() + member.size() <= size; whole += member) packed += packed_member;
        std::string const rest = member.substr(0, size - whole.size());
        firefly::file_bytes const bytes(directory.write("x.gz", packed + gzip(rest)));
        CHECK((bytes.text() == whole + rest));
    }
}

TEST_CASE("a packed file that has more bytes than there may be is refused, and no more of it is unpacked") {
    temporary_directory const directory;
    auto const path = directory.write("x.gz", gzip("0123456789"));
    for (std::size_t const most : {10, 11, 1 << 22}) CHECK(firefly::file_bytes(path, most).text() == "0123456789");
    for (std::size_t const most : {1, 8, 9})
        CHECK(complaint<firefly::data_error>([&] { firefly::file_bytes(path, most); }) ==
              "x.gz: unpacked it has more than " + firefly::in_bytes(static_cast<double>(most)) +
                  ", all that there is; use fewer rows");
}

TEST_CASE("packed files that end too early, or are damaged, are refused") {
    std::string const whole = gzip(table);
    for (std::size_t size = 2; size < whole.size(); ++size)
        CHECK(refusal(whole.substr(0, size)) == "x.csv.gz: the file ends within its gzip data; copy it again");
    for (std::size_t const place : {std::size_t{2}, std::size_t{12}, whole.size() - 1, whole.size() - 8, std::size_t{20}}) {
        auto changed = whole;
        changed[place] = static_cast<char>(changed[place] ^ 0x55);
        CAPTURE(place);
        CHECK(refusal(changed) == "x.csv.gz: the gzip data are damaged; copy or pack the file again");
    }
    CHECK(refusal(whole + "more") == "x.csv.gz: the gzip data are damaged; copy or pack the file again");
}
