/// Models of rows whose groups stay codes are those of the same rows with zeros and ones.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <range/v3/view/take.hpp>

import firefly;
import firefly.external;

using namespace firefly;

namespace {

constexpr std::size_t row_count = 6000;  // more than a block

/// y = 1 + ½x + (effect of a store) + (slope of a region)·x + noise.
column_table some_table(std::size_t stores = 12) {
    random_source random({.seed = 5});
    std::vector<double> x(row_count), noise(row_count), target(row_count);
    random.normals(x);
    random.normals(noise);
    std::vector<std::string> store, region;
    for (std::size_t i = 0; i < row_count; ++i) {
        auto const s = random.pick(stores), r = random.pick(3);
        store.push_back("s" + std::to_string(s));
        region.push_back("r" + std::to_string(r));
        target[i] = 1 + 0.5 * x[i] + 0.3 * std::sin(static_cast<double>(s)) + 0.2 * static_cast<double>(r) * x[i] + noise[i];
    }
    return column_table({{.name = "y", .numbers = target},
                         {.name = "x", .numbers = x},
                         {.name = "store", .texts = store},
                         {.name = "region", .texts = region}});
}

struct two_ways {
    std::shared_ptr<design const> how;
    matrix raw;
    data_set all;

    explicit two_ways(std::size_t stores = 12)
        : how(std::make_shared<design const>(some_table(stores), "y ~ x + (1 | store) + (0 + x | region)")) {
        auto const table = some_table(stores);
        raw = how->raw_rows(table);
        all = how->rows(table);
    }
    /// With targets made of y.
    auto coded(auto const& of) const { return designed_rows<dense_rows>(dense_rows(raw, targets(of)), how); }
    auto dense(auto const& of) const { return dense_rows(all.features, targets(of)); }
    vector targets(auto const& of) const {
        vector result = all.target;
        for (double& y : result) y = of(y);
        return result;
    }
};

composed_prior some_prior(std::size_t stores = 12) {
    return composed_prior({prior_term::normal(2, 2.5), prior_term::half_cauchy(stores, 1), prior_term::half_cauchy(3, 1)});
}

void check_near(double a, double b, double scale) {
    CHECK(std::abs(a - b) <= 1e-11 * scale);
}

/// The first has sparse sums, the second dense ones of the same rows.
template <Model A, Model B>
void compare_sums(A const& coded, B const& dense) {
    std::size_t const size = coded.dimension();
    REQUIRE(size >= least_sparse);
    anchor const at = find_map(coded);
    REQUIRE(at.precision.is_sparse());
    quadratic const a = expand(coded, as_view(at.theta)), b = expand(dense, as_view(at.theta));
    REQUIRE(a.is_sparse());
    REQUIRE(!b.is_sparse());
    check_near(a.constant(), b.constant(), std::abs(b.constant()));
    matrix const sparse = a.precision(), full = b.precision();
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < size; ++i) {
        check_near(a.gradient()(i), b.gradient()(i), static_cast<double>(row_count));
        for (std::size_t j = 0; j < size; ++j) {
            largest = std::max(largest, std::abs(full(i, j)));
            error = std::max(error, std::abs(full(i, j) - sparse(i, j)));
        }
    }
    CHECK(error <= 1e-13 * largest);

    // The maximum, and what follows from its precision.
    cholesky const usual(full);
    vector step = b.gradient();
    usual.solve(as_out(step));
    CHECK(dot(as_view(step), as_view(b.gradient())) < 1e-7);
    vector const variances = at.precision.inverse_diagonal(), expected = usual.inverse_diagonal();
    for (std::size_t i = 0; i < size; ++i) CHECK(variances(i) == doctest::Approx(expected(i)).epsilon(1e-6));
    block_buffer buffer, other;
    feature_rows const rows = coded.rows().block(1, buffer).rows, same = dense.rows().block(1, other).rows;
    std::vector<double> spread(rows.rows), expected_spread(rows.rows);
    predictor_spread(at.precision).covariances(rows, 1, spread);
    predictor_spread(usual).covariances(same, 1, expected_spread);
    for (std::size_t i = 0; i < rows.rows; ++i) CHECK(spread[i] == doctest::Approx(expected_spread[i]).epsilon(1e-6));

    // The ball that lies in a region: never larger than the largest, and hardly smaller.
    matrix wider = full;
    for (std::size_t i = 0; i < size; ++i) wider(i, i) += 0.1 * static_cast<double>(i % 5);
    double const most = ellipsoid(usual, 3).inscribed_square(cholesky(wider));
    double const ball = ellipsoid(cholesky(sparse_symmetric(full)), 3).inscribed_square(cholesky(sparse_symmetric(wider)));
    CHECK(ball <= most * (1 + 1e-9));
    CHECK(ball >= most * (1 - 2e-3));
}

template <Model A, Model B>
void compare(A const& coded, B const& dense) {
    REQUIRE(coded.dimension() == dense.dimension());
    std::size_t const size = coded.dimension();
    anchor const a = find_map(coded), b = find_map(dense);
    for (std::size_t i = 0; i < size; ++i) CHECK(std::abs(a.theta(i) - b.theta(i)) < 1e-8);
    matrix const left = a.precision.inverse(), right = b.precision.inverse();
    for (std::size_t i = 0; i < size; ++i) CHECK(left(i, i) == doctest::Approx(right(i, i)).epsilon(1e-8));
    // Bounds, reaches, clocks and bright rows: the same seed makes the same decisions, but for rounding.
    auto const last_of = [](auto const& model) {
        std::vector<double> seen;
        for (draw const& d : firefly_chain(model, {.seed = 3, .warm_up = 5}) | ranges::views::take(25)) {
            seen.assign(d.theta.begin(), d.theta.end());
            seen.insert(seen.end(), d.scales.begin(), d.scales.end());
            seen.push_back(static_cast<double>(d.z.bright));
        }
        return seen;
    };
    auto const of_coded = last_of(coded), of_dense = last_of(dense);
    REQUIRE(of_coded.size() == of_dense.size());
    for (std::size_t i = 0; i < of_coded.size(); ++i) CHECK(of_coded[i] == doctest::Approx(of_dense[i]).epsilon(1e-5));
}

}  // namespace

TEST_CASE("a logistic regression with groups as codes has the maximum, the bounds and the draws of one with zeros and ones") {
    two_ways const both;
    auto const success = [](double y) { return y > 1 ? 1.0 : 0.0; };
    compare(posterior(logistic{}, some_prior(), both.coded(success)), posterior(logistic{}, some_prior(), both.dense(success)));
}

TEST_CASE("so has a robust regression whose noise has a scale that is sampled") {
    two_ways const both;
    auto const same = [](double y) { return y; };
    compare(with_noise(student_t({.degrees_of_freedom = 4}), some_prior(), 2.5, both.coded(same)),
            with_noise(student_t({.degrees_of_freedom = 4}), some_prior(), 2.5, both.dense(same)));
}

TEST_CASE("so has an ordinal regression") {
    two_ways const both;
    auto const category = [](double y) { return y < 0.5 ? 0.0 : y < 1.5 ? 1.0 : 2.0; };
    compare(ordinal_of(logistic{}, some_prior(), both.coded(category), 3),
            ordinal_of(logistic{}, some_prior(), both.dense(category), 3));
}

TEST_CASE("regular MCMC sees the same density in both, point by point and for many points at once") {
    two_ways const both;
    auto const success = [](double y) { return y > 1 ? 1.0 : 0.0; };
    posterior const coded(logistic{}, some_prior(), both.coded(success));
    posterior const dense(logistic{}, some_prior(), both.dense(success));
    auto const origin = zeros(coded.dimension());
    regular_density a(coded, as_view(origin));
    regular_density b(dense, as_view(origin));
    matrix points = zeros(3, coded.dimension());
    random_source random({.seed = 8});
    random.normals({points.data(), points.size()});
    std::vector<double> of_a(3), of_b(3), gradient_a(coded.dimension()), gradient_b(coded.dimension());
    a.evaluate_many(points, of_a);
    b.evaluate_many(points, of_b);
    for (std::size_t p = 0; p < 3; ++p) {
        CHECK(of_a[p] == doctest::Approx(of_b[p]).epsilon(1e-12));
        vector_view const point(&points(p, 0), coded.dimension());
        CHECK(a.evaluate(point) == doctest::Approx(of_b[p]).epsilon(1e-12));
        a.evaluate(point, gradient_a);
        b.evaluate(point, gradient_b);
        for (std::size_t i = 0; i < gradient_a.size(); ++i) CHECK(gradient_a[i] == doctest::Approx(gradient_b[i]).epsilon(1e-9));
    }
}

TEST_CASE("so many levels that sums are sparse change nothing of maximum, spread and regions") {
    two_ways const both(620);
    auto const success = [](double y) { return y > 1 ? 1.0 : 0.0; };
    auto const same = [](double y) { return y; };
    auto const category = [](double y) { return y < 0.5 ? 0.0 : y < 1.5 ? 1.0 : 2.0; };
    compare_sums(posterior(logistic{}, some_prior(620), both.coded(success)),
                 posterior(logistic{}, some_prior(620), both.dense(success)));
    compare_sums(with_noise(student_t({.degrees_of_freedom = 4}), some_prior(620), 2.5, both.coded(same)),
                 with_noise(student_t({.degrees_of_freedom = 4}), some_prior(620), 2.5, both.dense(same)));
    compare_sums(ordinal_of(logistic{}, some_prior(620), both.coded(category), 3),
                 ordinal_of(logistic{}, some_prior(620), both.dense(category), 3));
}

TEST_CASE("a chain of so many levels runs within a region, and its scales are where the data have them") {
    two_ways const both(620);
    double sum = 0;
    std::size_t draws = 0;
    auto const model =
        with_noise(student_t({.degrees_of_freedom = 4}), some_prior(620), 2.5, both.coded([](double y) { return y; }));
    for (draw const& d : firefly_chain(model, {.seed = 3, .warm_up = 50}) | ranges::views::take(100)) {
        sum += d.scales(0);
        ++draws;
        REQUIRE(d.z.bright < row_count);
    }
    // 0.3 sin s of whole s has a standard deviation of 0.21; noise of scale one as Student-t has about 0.87.
    CHECK(sum / static_cast<double>(draws) > 0.15);
    CHECK(sum / static_cast<double>(draws) < 0.35);
}
