/// The row that dominates, through what set-up says of it.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "surveyed.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

/// The largest eigenvalue of H⁻¹ (W ⊗ x xᵀ), which has no negative one, by the power method on the whole matrix.
double share_by_definition(matrix const& inverse, std::vector<std::vector<double>> const& w, std::vector<double> const& x) {
    std::size_t const all = inverse.shape(0), width = x.size();
    std::vector<double> v(all);
    for (std::size_t a = 0; a < all; ++a) v[a] = w[0][a / width] * x[a % width];
    double value = 0;
    for (int step = 0; step < 500; ++step) {
        double const length = std::sqrt(dot(v, v));
        std::vector<double> added(all), next(all);
        for (std::size_t a = 0; a < all; ++a)
            for (std::size_t b = 0; b < all; ++b) added[a] += w[a / width][b / width] * x[a % width] * x[b % width] * v[b] / length;
        for (std::size_t a = 0; a < all; ++a)
            for (std::size_t b = 0; b < all; ++b) next[a] += inverse(a, b) * added[b];
        value = std::sqrt(dot(next, next));
        v = next;
    }
    return value;
}

}  // namespace

TEST_CASE("a row that is far out dominates a logistic regression with its leverage, in any block") {
    for (std::size_t const row : {7u, 4700u}) {
        auto rows = coin_tosses(5000, 2);
        CHECK_FALSE(set_up_table(rows).seen.dominant);
        rows[row] = {1, 400, 300};
        auto const setup = set_up_table(rows);
        REQUIRE(setup.seen.dominant);
        CHECK(setup.seen.dominant->row == row);
        double const eta = 400 * setup.at->theta(0) + 300 * setup.at->theta(1);
        double const weight = 1 / ((1 + std::exp(eta)) * (1 + std::exp(-eta)));
        CHECK(setup.seen.dominant->share ==
              doctest::Approx(share_by_definition(setup.at->precision.inverse(), {{weight}}, {400, 300})).epsilon(1e-9));
    }
}

TEST_CASE("a row that is far out dominates a softmax with its largest share in any direction") {
    auto rows = coin_tosses(600, 2);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i][0] = static_cast<double>(i % 3);
    auto const softmax = [](sample_options& o) { o.model = model_kind::softmax; };
    auto const eta = [](model_setup const& setup, std::size_t k) {
        return 200 * setup.at->theta(2 * k) - 300 * setup.at->theta(2 * k + 1);
    };
    auto const before = set_up_table(rows, softmax);
    CHECK_FALSE(before.seen.dominant);
    // Of the class that the other rows find the least likely: one that they agree with would tell nothing new.
    std::size_t unlikely = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (eta(before, k) < eta(before, unlikely)) unlikely = k;
    rows[100] = {static_cast<double>(unlikely), 200, -300};
    auto const setup = set_up_table(rows, softmax);
    REQUIRE(setup.seen.dominant);
    CHECK(setup.seen.dominant->row == 100);
    std::vector<double> p(3);
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += p[k] = std::exp(eta(setup, k));
    std::vector<std::vector<double>> w(3, std::vector<double>(3));
    for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 3; ++l) w[k][l] = (k == l ? p[k] / sum : 0) - p[k] * p[l] / (sum * sum);
    CHECK(setup.seen.dominant->share ==
          doctest::Approx(share_by_definition(setup.at->precision.inverse(), w, {200, -300})).epsilon(1e-6));
}

TEST_CASE("a row dominates where it has more than half of the precision, and not before") {
    // A robust regression on y = 0: all residuals are zero, and the curvature of each row is the same, 5/4 for four degrees of freedom.
    auto const seen = [](double x) {
        std::vector<std::vector<double>> rows(20, {0, 1});
        rows[3] = {0, x};
        return set_up_table(rows,
                            [](sample_options& o) {
                                o.model = model_kind::robust;
                                o.noise_scale = 1;
                                o.how.algorithm = algorithm_kind::regular;  // no row could be bright
                            })
            .seen;
    };
    // x² against 19 other rows and a prior of scale 2.5, which counts as 1/6.25 divided by 5/4.
    double const even = std::sqrt(19 + 1 / 6.25 / 1.25);
    CHECK_FALSE(seen(0.999 * even).dominant);
    auto const above = seen(1.001 * even).dominant;
    REQUIRE(above);
    CHECK(above->row == 3);
    CHECK(above->share == doctest::Approx(0.5005).epsilon(1e-5));
}

TEST_CASE("an outlier that a robust regression passes over does not dominate") {
    auto rows = coin_tosses(200, 1);
    rows[5] = {1000, 1};
    CHECK_FALSE(set_up_table(rows, [](sample_options& o) {
                    o.model = model_kind::robust;
                    o.noise_scale = 1;
                }).seen.dominant);
}
