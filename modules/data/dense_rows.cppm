/// Rows in memory: the plainest row source. In double, or with features in four bytes: half the memory, and arithmetic in double all the
/// same, on the numbers as they are stored. Draws are exact for these: their likelihood is what a chain sees.
module;
#include <concepts>
#include <cstddef>
#include <span>

export module firefly.data:dense_rows;

import firefly.external;
import firefly.core;
import :column_scale;
import :data_set;

namespace firefly {

/// A `RowSource` in memory, with features as `Element`.
export template <class Element>
class stored_rows {
public:
    using table = xt::xtensor<Element, 2>;

    /// Takes the tables over. Throws `invalid_argument` for no rows, no columns, sizes that differ, and numbers that are not
    /// finite.
    stored_rows(table features, vector target);
    /// Rounds where `Element` is the shorter type. Throws the same, also for numbers that are beyond that type.
    explicit stored_rows(data_set data);

    /// From now on columns are shown on this scale. At most once.
    void rescale(column_scale scale);

    /// Whether what it shows has no more digits than four bytes hold.
    inline bool fits_four_bytes() const { return std::same_as<Element, float> && !scale_.changes(); }
    inline row_index rows() const { return features_.shape(0); }
    inline std::size_t columns() const { return features_.shape(1); }

    row_block block(std::size_t i, block_buffer& buffer) const;
    void request(std::span<row_index const> indices, packed_rows& rows) const;
    void collect(packed_rows& rows) const;

private:
    table features_;
    vector target_;
    column_scale scale_;  // of what is stored; eight bytes are stored as they are shown
};

extern template class stored_rows<double>;
extern template class stored_rows<float>;

/// Rows in eight bytes per number, and in four.
export using dense_rows = stored_rows<double>;
export using float_rows = stored_rows<float>;

static_assert(RowSource<dense_rows> && RowSource<float_rows>);

}  // namespace firefly
