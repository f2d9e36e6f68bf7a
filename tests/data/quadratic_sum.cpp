#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("a sum of quadratics has the value of the naive sum, around block boundaries") {
    // terms c = n mod 5, s = sin-like of the target, w = (n mod 3); seed 51
    for (row_index const rows : {1u, 4095u, 4096u, 4097u, 3 * 4096u + 5}) {
        CAPTURE(rows);
        std::size_t const columns = 3;
        matrix features = zeros(rows, columns);
        vector target = zeros(rows);
        random_source({.seed = 51}).normals({features.data(), features.size()});
        random_source({.seed = 52}).normals(as_out(target));
        dense_rows const source(features, target);

        auto const constant = [](row_index n) { return static_cast<double>(n % 5); };
        auto const weight = [](row_index n) { return static_cast<double>(n % 3); };
        quadratic const sum = sum_quadratics(source, [&](row_block const& block, quadratic_terms terms) {
            for (std::size_t i = 0; i < block.target.size(); ++i) {
                terms.constant[i] = constant(block.first + i);
                terms.slope[i] = block.target[i];
                terms.weight[i] = weight(block.first + i);
            }
        });
        CHECK(sum.precision()(0, 2) == sum.precision()(2, 0));

        std::vector<double> const d{0.7, -1.3, 0.4};
        long double naive = 0;
        for (row_index n = 0; n < rows; ++n) {
            double const x = dot({features.data() + n * columns, columns}, d);
            naive += constant(n) + target(n) * x - weight(n) * x * x / 2;
        }
        std::vector<double> scratch(columns);
        CHECK(sum.value(d, scratch) == doctest::Approx(static_cast<double>(naive)).epsilon(1e-12));
    }
}
