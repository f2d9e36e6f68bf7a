#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

import firefly.draws;
import firefly.files;
import firefly.tables;

namespace {

std::uint64_t sum_of(std::string_view text, std::uint64_t seed = 0) {
    firefly::checksum sum(seed);
    sum.add(text);
    return sum.value();
}

}  // namespace

TEST_CASE("a checksum differs for every bit that flips, every cut and every length of zeros") {
    std::string const text = "nineteen bytes long";
    std::set<std::uint64_t> sums{sum_of(text)};
    std::size_t variants = 1;
    for (std::size_t i = 0; i < 8 * text.size(); ++i, ++variants) {
        std::string flipped = text;
        flipped[i / 8] = static_cast<char>(flipped[i / 8] ^ (1 << i % 8));
        sums.insert(sum_of(flipped));
    }
    for (std::size_t i = 0; i < text.size(); ++i, ++variants) sums.insert(sum_of(text.substr(0, i)));
    for (std::size_t i = 1; i < 20; ++i, ++variants) sums.insert(sum_of(text + std::string(i, '\0')));
    CHECK(sums.size() == variants);
}

TEST_CASE("a checksum depends on its seed and on the order of what is added") {
    CHECK(sum_of("text", 1) != sum_of("text", 2));
    firefly::checksum forth, back;
    forth.add(1.0);
    forth.add(2.0);
    back.add(2.0);
    back.add(1.0);
    CHECK(forth.value() != back.value());
}

TEST_CASE("a checksum is the same on every machine, or files of one could not be read on another") {
    // By the formula of the head comment, in Python 3.11.
    CHECK(sum_of("firefly") == 0x3303B4C197E32EF3);
}
