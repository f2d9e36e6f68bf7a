/// A checksum of 64 bits: finds bits that flipped and files that were cut short or mixed up. No defence against forgery.
///
///     h ← (h ⊕ w)·K,   h ← h ⊕ (h >> 32)         for each word w of eight bytes
///
/// K is odd (2⁶⁴ divided by the golden ratio, as in splitmix64; Steele, Lea & Flood 2014), so that each step is one-to-one in w: texts
/// that differ in one word never share a sum, others once in 2⁶⁴. Cost: a multiplication for each eight bytes. CRC-32 goes byte by byte, or needs
/// a table or an instruction, and finds less.
module;
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

export module firefly.files:checksum;

namespace firefly {

/// The sum of what was added so far, in the order in which it was.
export class checksum {
public:
    inline explicit checksum(std::uint64_t seed = 0) : hash_(seed ^ multiplier) {}

    inline void add(std::uint64_t word) {
        hash_ = (hash_ ^ word) * multiplier;
        hash_ ^= hash_ >> 32;
    }
    inline void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }

    /// The length counts too: a text and the same with zeros behind it differ.
    inline void add(std::string_view bytes) {
        add(static_cast<std::uint64_t>(bytes.size()));
        for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(8, bytes.size()))) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data(), std::min<std::size_t>(8, bytes.size()));
            add(word);
        }
    }

    inline std::uint64_t value() const { return hash_; }

private:
    static constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;

    std::uint64_t hash_;
};

}  // namespace firefly
