/// Included by every planted source: whether a mutant is the one that the environment variable FIREFLY_MUTANT names.
///
/// Names are compared by their hashes, which the compiler works out: a switch in an inner loop costs one comparison, and a new
/// mutant changes no source but its own.
#pragma once
#include <cstdint>
#include <cstdlib>

struct firefly_mutant_name {
    std::uint64_t hash;

    consteval firefly_mutant_name(char const* text) : hash(of(text)) {}

    /// FNV-1a.
    static constexpr std::uint64_t of(char const* text) {
        std::uint64_t hash = 0xcbf29ce484222325;
        for (; *text != 0; ++text) hash = (hash ^ static_cast<unsigned char>(*text)) * 0x100000001b3;
        return hash;
    }
};

inline std::uint64_t firefly_chosen_mutant() {
    static std::uint64_t const chosen = [] {
        char const* const name = std::getenv("FIREFLY_MUTANT");
        return name == nullptr ? 0 : firefly_mutant_name::of(name);
    }();
    return chosen;
}

inline bool firefly_fault(firefly_mutant_name name) {
    return firefly_chosen_mutant() == name.hash;
}
