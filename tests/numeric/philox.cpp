/// The blocks behind `random_source`, from inside: users never see them.
module;
#include <array>
#include <cstddef>
#include <cstdint>

#include <doctest/doctest.h>

module firefly.numeric;

using namespace firefly;

namespace {

using batch_words = std::array<std::uint64_t, 2 * philox_batch>;

batch_words words_from(philox_counter counter, philox_key key) {
    batch_words words;
    philox_words(counter, key, words);
    return words;
}

/// One block as four words of 32 bits, as the literature has it.
philox_counter philox4x32(philox_counter counter, philox_key key) {
    batch_words const words = words_from(counter, key);
    return {static_cast<std::uint32_t>(words[0]), static_cast<std::uint32_t>(words[0] >> 32), static_cast<std::uint32_t>(words[1]),
            static_cast<std::uint32_t>(words[1] >> 32)};
}

}  // namespace

TEST_CASE("philox4x32 gives the known answers of Random123") {
    // kat_vectors of Random123 1.14, philox4x32 10
    constexpr std::uint32_t ones = 0xffffffff;
    CHECK(philox4x32({0, 0, 0, 0}, {0, 0}) == philox_counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
    CHECK(philox4x32({ones, ones, ones, ones}, {ones, ones}) == philox_counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
    CHECK(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
          philox_counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("philox4x32 gives the value that C++26 demands of std::philox4x32") {
    // [rand.predef]: the 10000th value of a default-constructed engine (key 20111115) is 1955073260: word 3 of block 2499.
    CHECK(philox4x32({2499, 0, 0, 0}, {20111115, 0})[3] == 1955073260);
}

TEST_CASE("a batch is made of the blocks of counters that follow each other") {
    philox_key const key{7, 11};
    for (std::uint32_t first : {0u, 5u, 0xfffffffau}) {  // the last one overflows within the batch
        batch_words const words = words_from({first, 1, 2, 3}, key);
        for (std::uint32_t i = 0; i < philox_batch; ++i) {
            batch_words const alone = words_from({first + i, 1, 2, 3}, key);
            CHECK(words[2 * i] == alone[0]);
            CHECK(words[2 * i + 1] == alone[1]);
        }
    }
}

TEST_CASE("bits are the engine's words, two per block, batch after batch") {
    random_source random(random_key{.seed = 0x0000'000b'0000'0007});
    for (std::uint32_t first : {0u, 8u, 16u})
        for (std::uint64_t word : words_from({first, 0, 0, 0}, {7, 11})) CHECK(random.bits() == word);
}
