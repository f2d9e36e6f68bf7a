module;
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "lanes.hpp"

module firefly.numeric;

namespace firefly {

namespace {

static_assert(philox_batch == lane_count);

/// The two words of eight blocks in a row.
struct word_pairs {
    lane_words first, second;
};

/// Philox4x32-10 on eight counters that follow each other.
FIREFLY_LANES word_pairs philox_blocks(philox_counter counter, philox_key key) {
    constexpr std::uint64_t multiplier_0 = 0xD2511F53, multiplier_1 = 0xCD9E8D57, low = 0xFFFFFFFF;
    constexpr std::uint32_t golden_ratio = 0x9E3779B9, sqrt3_minus_1 = 0xBB67AE85;
    // Only the lower half of each word counts: the multiplication takes no more.
    auto c0 = lane_words::every(counter[0]).v + lane_words::native{0, 1, 2, 3, 4, 5, 6, 7};
    auto c1 = lane_words::every(counter[1]).v, c2 = lane_words::every(counter[2]).v, c3 = lane_words::every(counter[3]).v;
    for (int round = 0; round < 10; ++round) {
        auto const p0 = (c0 & low) * multiplier_0, p1 = (c2 & low) * multiplier_1;
        c0 = (p1 >> 32) ^ c1 ^ key[0];
        c1 = p1;
        c2 = (p0 >> 32) ^ c3 ^ key[1];
        c3 = p0;
        key[0] += golden_ratio;
        key[1] += sqrt3_minus_1;
    }
    return {{(c0 & low) | c1 << 32}, {(c2 & low) | c3 << 32}};
}

/// As `random_source::uniform`: 52 bits become the fraction of a number in [1, 2).
FIREFLY_LANES lanes uniform_of(lane_words words) {
    return lanes_of({(words.v >> 12) | 0x3ff0000000000000}) - (1 - 0x1p-53);
}

FIREFLY_VECTORISED void fill_words(philox_counter counter, philox_key key, std::array<std::uint64_t, 2 * philox_batch>& words) {
    auto const [first, second] = philox_blocks(counter, key);
    for (std::size_t i = 0; i < philox_batch; ++i) {
        words[2 * i] = first.v[i];
        words[2 * i + 1] = second.v[i];
    }
}

/// The first eight numbers of each sixteen, and the second eight.
struct two_eights {
    lanes first, second;
};

/// Fills `out` from blocks that follow each other: `transform` makes sixteen numbers of the words of eight. Gives the number of blocks used:
/// what is left at the end has no second numbers, or throws them away.
template <class Transform>
FIREFLY_LANES std::uint32_t fill_from_blocks(philox_counter counter, philox_key key, vector_out out, Transform const& transform) {
    std::uint32_t used = 0;
    for (std::size_t i = 0; i < out.size(); i += 2 * lane_count) {
        std::size_t const left = out.size() - i, firsts = std::min(left, lane_count);
        two_eights const numbers = transform(philox_blocks({counter[0] + used, counter[1], counter[2], counter[3]}, key));
        store(numbers.first, &out[i], firsts);
        if (left > lane_count) store(numbers.second, &out[i + lane_count], std::min(left - lane_count, lane_count));
        used += static_cast<std::uint32_t>(firsts);
    }
    return used;
}

struct normals_of {
    [[gnu::always_inline]] inline two_eights operator()(word_pairs words) const {
        lanes const radius = root(-2.0 * log_of(uniform_of(words.first)));
        auto const [sine, cosine] = sincos_of_turns(uniform_of(words.second));
        return {radius * cosine, radius * sine};
    }
};

struct exponentials_of {
    [[gnu::always_inline]] inline two_eights operator()(word_pairs words) const {
        return {-log_of(uniform_of(words.first)), -log_of(uniform_of(words.second))};
    }
};

FIREFLY_VECTORISED std::uint32_t fill_normals(philox_counter counter, philox_key key, vector_out out) {
    return fill_from_blocks(counter, key, out, normals_of{});
}

FIREFLY_VECTORISED std::uint32_t fill_exponentials(philox_counter counter, philox_key key, vector_out out) {
    return fill_from_blocks(counter, key, out, exponentials_of{});
}

}  // namespace

void philox_words(philox_counter counter, philox_key key, std::array<std::uint64_t, 2 * philox_batch>& words) {
    fill_words(counter, key, words);
}

std::uint32_t philox_normals(philox_counter counter, philox_key key, vector_out out) {
    return fill_normals(counter, key, out);
}

std::uint32_t philox_exponentials(philox_counter counter, philox_key key, vector_out out) {
    return fill_exponentials(counter, key, out);
}

}  // namespace firefly
