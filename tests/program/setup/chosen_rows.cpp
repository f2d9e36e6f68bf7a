#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

import firefly;
import firefly.program.input;
import firefly.program.setup;

using namespace firefly;
using firefly::program::chosen_rows;

TEST_CASE("chosen rows are those of the source, block by block and one by one") {
    auto const data = synthetic_logistic({.rows = 5000, .columns = 3, .seed = 6});
    any_rows const source(dense_rows(synthetic_logistic({.rows = 5000, .columns = 3, .seed = 6})));
    std::vector<row_index> chosen;
    for (row_index n = 1; n < 5000; n += 3) chosen.push_back(n);
    chosen_rows const some(source, chosen);
    REQUIRE(some.rows() == chosen.size());
    CHECK(some.columns() == 3);

    block_buffer buffer;
    for (std::size_t b = 0; b < block_count(some); ++b) {
        auto const block = some.block(b, buffer);
        for (std::size_t r = 0; r < block.rows.rows; ++r) {
            row_index const n = chosen[block.first + r];
            CHECK(block.rows.common.row(r)[2] == data.features(n, 2));
            CHECK(block.target[r] == data.target(n));
        }
    }

    packed_rows rows(3);
    std::vector<row_index> const wanted{0, 7, 1600};
    some.request(wanted, rows);
    some.collect(rows);
    REQUIRE(rows.index.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) CHECK(rows.index[i] == wanted[i]);
}
