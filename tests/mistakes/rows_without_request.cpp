// expect: the third argument of firefly::posterior is no RowSource
// expect: 'source.request(indices, wanted)' would be invalid: no member named 'request' in 'my_rows'
#include <cstddef>

import firefly;

struct my_rows {
    firefly::row_index rows() const;
    std::size_t columns() const;
    firefly::row_block block(std::size_t i, firefly::block_buffer& buffer) const;
    void collect(firefly::packed_rows& wanted) const;
};

void build(my_rows const& rows) {
    firefly::posterior const model(firefly::logistic{}, firefly::gaussian_prior(1), rows);
}
