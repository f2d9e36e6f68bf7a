/// Random numbers that are a pure function of (seed, chain, purpose, iteration, position).
///
/// The engine is Philox4x32-10 (Salmon, Moraes, Dror & Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3"): ten rounds of
/// multiply and xor on a 128-bit counter under a 64-bit key. There is nothing to save but the iteration: a chain that is resumed,
/// or run on another thread, asks for the same numbers. The transforms are our own, since `std::normal_distribution` and its kin
/// give other numbers with another standard library. Blocks are made eight at a time, on the processor's vector unit.
module;
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

export module firefly.numeric:random;

import :numbers;

namespace firefly {

__extension__ using wide = unsigned __int128;

using philox_counter = std::array<std::uint32_t, 4>;
using philox_key = std::array<std::uint32_t, 2>;

/// How many blocks are made at a time.
inline constexpr std::size_t philox_batch = 8;

/// The words of `philox_batch` blocks, two per block, from this counter on. Checked against the known answers of Random123.
void philox_words(philox_counter counter, philox_key key, std::array<std::uint64_t, 2 * philox_batch>& words);

/// Standard normals, two per block (Box & Muller 1958): of every 16, first the eight cosines, then the eight sines. Gives the number of blocks
/// used: what is left at the end has no sines, or throws them away.
std::uint32_t philox_normals(philox_counter counter, philox_key key, vector_out out);

/// Exponentials with mean one, two per block: of every 16, first those of the first words. Gives the number of blocks used.
std::uint32_t philox_exponentials(philox_counter counter, philox_key key, vector_out out);

/// What a stream of random numbers is for. Two purposes never share a number.
export enum class purpose : std::uint16_t { start, propose, kernel, decide, data, scales, grid };

/// Names one stream of random numbers. At most 2^48 iterations, 2^34 random words in each.
export struct random_key {
    std::uint64_t seed = 0;
    std::uint32_t chain = 0;
    purpose use = purpose::start;
    std::uint64_t iteration = 0;
};

/// The source that a chain draws from: satisfies `Random`. Made anew for each purpose of each iteration; holds no buffer that
/// outlives it.
export class random_source {
public:
    inline explicit random_source(random_key key)
        : counter_{0, static_cast<std::uint32_t>(key.iteration),
                   static_cast<std::uint32_t>(key.iteration >> 32) << 16 | static_cast<std::uint32_t>(key.use), key.chain},
          key_{static_cast<std::uint32_t>(key.seed), static_cast<std::uint32_t>(key.seed >> 32)} {}

    /// 64 random bits.
    inline std::uint64_t bits() {
        if (used_ == words_.size()) {
            philox_words(counter_, key_, words_);
            counter_[0] += philox_batch;
            used_ = 0;
        }
        return words_[used_++];
    }

    /// Uniform on (0, 1): the midpoints of 2^52 equal cells, so that neither end is ever drawn.
    inline double uniform() { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }

    /// Exponential with mean one.
    inline double exponential() { return -portable::log(uniform()); }

    /// Standard normals. The more at a time, the less each costs.
    inline void normals(vector_out out) { counter_[0] += philox_normals(counter_, key_, out); }

    /// Exponentials with mean one. The more at a time, the less each costs.
    inline void exponentials(vector_out out) { counter_[0] += philox_exponentials(counter_, key_, out); }

    /// True with probability min(1, exp(log_probability)). Never for −∞.
    inline bool accept(double log_probability) { return log_probability >= 0 || -exponential() < log_probability; }

    /// True with this probability.
    inline bool chance(double probability) { return uniform() < probability; }

    /// True with probability min(1, part/whole), without a division. Never where part is zero, always where only `whole` is.
    inline bool chance(double part, double whole) { return uniform() * whole < part; }

    /// One of 0, …, n − 1, each as likely (n > 0): Lemire's multiplication, with rejection of the uneven remainder.
    inline std::size_t pick(std::size_t n) {
        std::uint64_t const range = n;
        for (;;) {
            auto const product = static_cast<wide>(bits()) * range;
            if (static_cast<std::uint64_t>(product) >= (0 - range) % range) return static_cast<std::size_t>(product >> 64);
        }
    }

    /// How many failures come before the next success when each trial succeeds with probability q: geometric.
    inline row_index skip(double q) {
        double const failures = std::floor(portable::log(uniform()) / portable::log1p(-q));
        constexpr row_index most = std::numeric_limits<row_index>::max();
        return failures < 0x1p63 ? static_cast<row_index>(failures) : most;
    }

private:
    philox_counter counter_;
    philox_key key_;
    std::array<std::uint64_t, 2 * philox_batch> words_;  // filled when the first is asked for
    std::size_t used_ = words_.size();
};

}  // namespace firefly
