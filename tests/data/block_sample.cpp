#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

import firefly.external;
import firefly.core;
import firefly.data;

using namespace firefly;

namespace {

/// Row n is (n, n + ½), its target n.
dense_rows numbered(row_index size) {
    matrix features = zeros(size, 2);
    vector target = zeros(size);
    for (row_index n = 0; n < size; ++n) {
        features(n, 0) = target(n) = static_cast<double>(n);
        features(n, 1) = static_cast<double>(n) + 0.5;
    }
    return {features, target};
}

}  // namespace

TEST_CASE("a sample of blocks is every k-th of them, the last one as long as it is") {
    for (row_index const size : {row_index{100}, 7 * block_rows, 7 * block_rows + 5, 6 * block_rows + 1}) {
        CAPTURE(size);
        dense_rows const all = numbered(size);
        for (std::size_t const stride : {1u, 3u, 10u}) {
            CAPTURE(stride);
            block_sample const sample(all, stride);
            CHECK(sample.columns() == 2);
            block_buffer buffer;
            row_index seen = 0;
            for (std::size_t b = 0; b < block_count(sample); ++b) {
                row_block const mine = sample.block(b, buffer), whole = all.block(b * stride, buffer);
                CHECK(mine.first == seen);
                REQUIRE(mine.target.size() == whole.target.size());
                CHECK(mine.target.front() == whole.target.front());
                CHECK(mine.rows.common.row(mine.target.size() - 1)[1] == whole.target.back() + 0.5);
                seen += mine.target.size();
            }
            CHECK(seen == sample.rows());
        }
    }
}

TEST_CASE("rows of a sample are found by their numbers in it") {
    dense_rows const all = numbered(7 * block_rows);
    block_sample const sample(all, 3);
    std::vector<row_index> const wanted{0, 5, block_rows + 2, 2 * block_rows + 7};
    packed_rows rows(2);
    sample.request(wanted, rows);
    sample.collect(rows);
    CHECK(rows.index == wanted);
    CHECK(rows.target == std::vector<double>{0, 5, 3.0 * block_rows + 2, 6.0 * block_rows + 7});
}
