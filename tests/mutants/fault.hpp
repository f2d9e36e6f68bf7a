/// Included by every planted source: whether a mutant is the one that is switched on, and which switches were asked.
///
/// Names become numbers in the compiler: a switch in an inner loop costs a comparison and a store, and a new mutant changes no source
/// but its own. A switch that the compiler itself works out, in a constant expression, is off.
#pragma once
#include <cstdint>
#include <type_traits>

struct firefly_mutant_name {
    std::uint32_t hash;

    consteval firefly_mutant_name(char const* text) : hash(of(text)) {}

    /// FNV-1a.
    static constexpr std::uint32_t of(char const* text) {
        std::uint32_t hash = 0x811c9dc5;
        for (; *text != 0; ++text) hash = (hash ^ static_cast<unsigned char>(*text)) * 0x01000193;
        return hash;
    }
};

/// The environment variable FIREFLY_MUTANT names it; set before anything else runs (reach.hpp).
inline std::uint32_t firefly_chosen_mutant = 0;

/// By the upper bits of the hash. Two names that share an entry only seem to be reached by more tests than they are.
inline constexpr unsigned firefly_reach_bits = 20;
inline std::uint32_t firefly_reached[1u << firefly_reach_bits];

constexpr bool firefly_fault(firefly_mutant_name name) {
    if (std::is_constant_evaluated()) return false;
    firefly_reached[name.hash >> (32 - firefly_reach_bits)] = 1;
    return firefly_chosen_mutant == name.hash;
}
