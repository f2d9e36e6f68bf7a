/// White box: the whitened predictors of all data.
module;
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

module firefly.samplers;

import firefly.external;
import firefly.core;
import firefly.data;

using namespace firefly;

TEST_CASE("a table has the whitened predictors of every row, each followed by zeros, in all blocks") {
    data_set const data = synthetic_logistic({.rows = 5000, .columns = 3, .seed = 771});  // more than one block
    dense_rows const rows(data);
    REQUIRE(rows.columns() == 3);
    for (std::size_t const width : {1u, 3u}) {
        CAPTURE(width);
        contrasts const e(width);
        std::size_t const dimension = 3 * width;
        matrix precision = zeros(dimension, dimension);
        for (std::size_t i = 0; i < dimension; ++i)
            for (std::size_t j = 0; j < dimension; ++j)
                precision(i, j) =
                    i == j ? 2 + static_cast<double>(i) : 0.1 * static_cast<double>(i + j) / static_cast<double>(dimension);
        triangular_inverse const scale{cholesky(precision)};
        white_table const table(rows, e, scale, 10'000'000);
        REQUIRE(!table.is_empty());
        for (std::size_t const n : {0u, 1u, 4095u, 4096u, 4999u}) {
            CAPTURE(n);
            std::vector<double> memory, white(e.count() * dimension);
            scale.whiten_rows(e.count(),
                              e.stack(1, [&](std::size_t) { return vector_view(data.features.data() + 3 * n, 3); }, memory), white);
            for (std::size_t j = 0; j < e.count(); ++j)
                for (std::size_t i = 0; i < padded(dimension); ++i)
                    CHECK(table.row(n, j)[i] == (i < dimension ? white[j * dimension + i] : 0));
        }
    }
}

TEST_CASE("a table that would take more memory than it may is not made") {
    dense_rows const rows(synthetic_logistic({.rows = 100, .columns = 9, .seed = 772}));
    matrix unit = zeros(9, 9);
    for (std::size_t i = 0; i < 9; ++i) unit(i, i) = 1;
    triangular_inverse const scale{cholesky(unit)};
    CHECK(!white_table(rows, contrasts(1), scale, 100 * 16 * 8).is_empty());
    CHECK(white_table(rows, contrasts(1), scale, 100 * 16 * 8 - 1).is_empty());
    CHECK(white_table(rows, contrasts(1), scale, 0).is_empty());
}
