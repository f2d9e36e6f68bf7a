/// Which data are bright: the table of Maclaurin & Adams 2014, section 3.2.
///
///     arr   a permutation of 0, …, N − 1 with the bright data first
///     tab   where in arr a datum stands
///     B     how many are bright
///
/// Everything is O(1) but construction. Eight bytes a datum. The order of the bright data is the order of the packed rows beside
/// it: part of the chain's state, and a memory of the past, so no kernel may let it decide anything (docs/design.md).
module;
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

export module firefly.core:bright_set;

import firefly.external;
import :errors;
import :numeric;

namespace firefly {

export class bright_set {
public:
    /// All dark.
    explicit bright_set(row_index size);

    inline row_index size() const { return order_.size(); }
    inline std::size_t count() const { return count_; }
    inline bool is_bright(row_index n) const { return place_[n] < count_; }
    /// Where a bright datum stands among the bright ones.
    inline std::size_t position(row_index n) const { return place_[n]; }
    inline row_index ith_bright(std::size_t i) const { return order_[i]; }
    inline row_index ith_dark(row_index i) const { return order_[count_ + i]; }

    /// A dark datum becomes the last of the bright ones.
    inline void brighten(row_index n) { exchange(place_[n], count_++); }

    /// A bright datum becomes dark; the last bright one takes its place.
    inline void darken(row_index n) { exchange(place_[n], --count_); }

    void clear() { count_ = 0; }

private:
    inline void exchange(std::size_t i, std::size_t j) {
        std::swap(order_[i], order_[j]);
        place_[order_[i]] = static_cast<std::uint32_t>(i);
        place_[order_[j]] = static_cast<std::uint32_t>(j);
    }

    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> place_;
    std::size_t count_ = 0;
};

}  // namespace firefly
