/// Which data are bright: a list of them, and a hash table that says where in the list a datum stands.
///
/// Maclaurin & Adams 2014, section 3.2, keep a permutation of all data and its inverse, eight bytes per datum and chain. Nobody asks for
/// the i-th dark datum, so that the bright ones alone will do: 32 bytes a bright datum at most, whatever N is, and a table that stays
/// in the cache. Everything is O(1). The order of the bright data is the order of the packed rows beside it: part of the chain's state,
/// and a memory of the past, so no kernel may let it decide anything (docs/design.md).
module;
#include <cstddef>
#include <cstdint>
#include <vector>

export module firefly.core:bright_set;

import firefly.external;
import firefly.numeric;

namespace firefly {

/// Which of N data are bright: a `Brightness` that can be changed.
export class bright_set {
public:
    /// All dark. Throws `invalid_argument` for no data.
    explicit bright_set(row_index size);

    inline row_index size() const { return size_; }
    inline std::size_t count() const { return bright_.size(); }
    inline bool is_bright(row_index n) const { return slots_[find(n)].datum == n; }
    /// Where a bright datum stands among the bright ones.
    inline std::size_t position(row_index n) const { return slots_[find(n)].place; }
    inline row_index ith_bright(std::size_t i) const { return bright_[i]; }

    /// A dark datum becomes the last of the bright ones.
    inline void brighten(row_index n) {
        if (2 * (count() + 1) > slots_.size()) grow();
        slots_[find(n)] = {n, count()};
        bright_.push_back(n);
    }

    /// A bright datum becomes dark; the last bright one takes its place.
    inline void darken(row_index n) {
        std::size_t const at = find(n), place = slots_[at].place;
        row_index const last = bright_.back();
        slots_[find(last)].place = place;
        bright_[place] = last;
        bright_.pop_back();
        close(at);
    }

    void clear();

private:
    static constexpr row_index nobody = ~row_index{0};

    /// Open addressing: a datum stands at its hash or in the next free slot after it.
    struct slot {
        row_index datum = nobody;
        std::size_t place = 0;
    };

    inline std::size_t home(row_index n) const { return (n * 0x9E3779B97F4A7C15) >> shift_; }
    inline std::size_t next(std::size_t at) const { return (at + 1) & (slots_.size() - 1); }

    /// The slot of a datum, or the free one where it would go.
    inline std::size_t find(row_index n) const {
        std::size_t at = home(n);
        while (slots_[at].datum != n && slots_[at].datum != nobody) at = next(at);
        return at;
    }

    /// Empties a slot, and moves up those that stand behind it because it was taken.
    inline void close(std::size_t hole) {
        for (std::size_t at = next(hole); slots_[at].datum != nobody; at = next(at)) {
            std::size_t const mask = slots_.size() - 1;
            if (((at - home(slots_[at].datum)) & mask) < ((at - hole) & mask)) continue;  // it is not behind because of the hole
            slots_[hole] = slots_[at];
            hole = at;
        }
        slots_[hole] = {};
    }

    void grow();

    row_index size_;
    std::vector<row_index> bright_;
    std::vector<slot> slots_;  // a power of two, at least twice as many as are bright
    int shift_;                // 64 less the logarithm of their number
};

}  // namespace firefly
