/// Rows in memory, in double: the plainest row source.
module;
#include <cstddef>
#include <span>

export module firefly.data:dense_rows;

import firefly.external;
import firefly.core;
import :data_set;

namespace firefly {

export class dense_rows {
public:
    /// Takes the matrices over. Throws `invalid_argument` for no rows, no columns, sizes that differ, and numbers that are not
    /// finite.
    dense_rows(matrix features, vector target);
    explicit dense_rows(data_set data);

    inline row_index rows() const { return features_.shape(0); }
    inline std::size_t columns() const { return features_.shape(1); }

    row_block block(std::size_t i, block_buffer& unused) const;
    void request(std::span<row_index const> indices, batch& rows) const;
    void collect(batch& rows) const;

private:
    matrix features_;
    vector target_;
};

static_assert(RowSource<dense_rows>);

}  // namespace firefly
