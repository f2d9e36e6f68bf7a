#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ranges>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "support/by_definition.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Counts with a row of zeros, a long row and two equal ones.
matrix const rows = matrix_of({{1, 0.5}, {1, -1.2}, {0, 0}, {1, 2}, {1, 2}, {9, -4}});
vector const counts = vector_of({2, 0, 1, 4, 3, 0});
vector const theta_star = vector_of({0.3, -0.2});

ellipsoid region(double radius) {
    return ellipsoid(cholesky(matrix_of({{2, 0.5}, {0.5, 1}})), radius);
}

auto counted() {
    return posterior(poisson{}, gaussian_prior(1), dense_rows(rows, counts));
}

template <class L>
double log_sum(L const& likelihood, vector const& targets, vector_view theta) {
    double sum = 0;
    for (std::size_t n = 0; n < rows.shape(0); ++n) {
        double const eta = rows(n, 0) * theta[0] + rows(n, 1) * theta[1];
        sum += likelihood.log_likelihood_of(targets(n), eta);
    }
    return sum;
}

template <class B>
batch<secant_notes> all_rows(B const& bound, auto const& model) {
    batch<secant_notes> result(2);
    std::vector<row_index> index{0, 1, 2, 3, 4, 5};
    model.rows().request(index, result);
    model.rows().collect(result);
    bound.annotate(result);
    return result;
}

double value_of(quadratic const& form, vector const& d) {
    vector gradient = zeros(d.size());
    return form.value(as_view(d), as_out(gradient));
}

/// Points further and further from the anchor, in all directions.
std::vector<vector> points(double furthest) {
    std::vector<vector> result;
    for (double length = 1e-3; length < furthest; length *= 1.7)
        for (double angle = 0; angle < 6.2; angle += 0.7)
            result.push_back(vector_of({length * std::cos(angle), length * std::sin(angle)}));
    return result;
}

}  // namespace

static_assert(MeasuredBound<secant_bound<poisson>> && ExemptingBound<secant_bound<poisson>>);
static_assert(MeasuredBound<secant_bound<probit>> && !ExemptingBound<secant_bound<probit>>);
static_assert(!AnchoredBound<secant_bound<poisson>, decltype(counted())> &&
              RegionalBound<secant_bound<poisson>, decltype(counted())>);

TEST_CASE("in every ring the collapsed bound and the gaps of all data add up to the log likelihood, and no gap is negative") {
    auto const model = counted();
    auto const bound = secant_bound<poisson>::anchored(model, theta_star, region(1));
    auto const data = all_rows(bound, model);
    std::size_t furthest = 0;
    for (vector const& d : points(40)) {
        vector const theta = theta_star + d;
        std::size_t const at = bound.region(as_view(d));
        furthest = std::max(furthest, at);
        CAPTURE(at);
        evaluation values;
        values.resize(data.size(), 1);
        predict(data.list(), as_view(d), values.delta);
        bound.gap(at, data, values);
        double sum = value_of(bound.collapsed(at), d);
        for (std::size_t i = 0; i < data.size(); ++i) {
            CHECK(values.gap[i] >= 0);
            bool const is_exempt = std::ranges::binary_search(bound.exempt(at), i);
            CHECK((values.gap[i] == infinity) == is_exempt);
            if (!is_exempt) sum += values.gap[i];
        }
        sum += bound.log_exempt(at, data, values);
        double const truth = log_sum(poisson{}, counts, as_view(theta));
        CHECK(sum == doctest::Approx(truth).epsilon(1e-6).scale(1));
    }
    CHECK(furthest >= 6);
}

TEST_CASE("far out the data that move furthest have no bound, and in the last ring none that moves at all") {
    auto const model = counted();
    auto const bound = secant_bound<poisson>::anchored(model, theta_star, region(1));
    CHECK(bound.exempt(0).empty());
    std::size_t before = 0;
    for (std::size_t k = 1; k < bound.regions(); ++k) {
        auto const exempt = bound.exempt(k);
        CHECK(std::ranges::is_sorted(exempt));
        CHECK(exempt.size() >= before);
        before = exempt.size();
    }
    CHECK(before == 5);  // all but the row of zeros
    auto const first = std::ranges::find_if(std::views::iota(std::size_t{0}, bound.regions()),
                                            [&](std::size_t k) { return !bound.exempt(k).empty(); });
    CHECK(bound.exempt(*first).front() == 5);  // the long row
    auto const data = all_rows(bound, model);
    std::vector<double> k(data.size()), least(data.size());
    bound.curvature(bound.regions() - 1, data, k);
    bound.least_curvature(bound.regions() - 1, data, least);
    for (row_index const n : bound.exempt(bound.regions() - 1)) {
        CHECK(k[n] == 0);
        CHECK(least[n] == 0);
    }
}

TEST_CASE("a ring is half as wide again as the one before") {
    auto const bound = secant_bound<poisson>::anchored(counted(), theta_star, region(1.5));
    double edge = 1.5 * 1.5;
    for (std::size_t k = 0; k < 10; ++k) {
        CHECK(bound.region_at(edge * (1 - 1e-12)) == k);
        CHECK(bound.region_at(edge * (1 + 1e-12)) == k + 1);
        edge *= 2.25;
    }
    CHECK(bound.region_at(infinity) == bound.regions() - 1);
}

TEST_CASE("the slope is the derivative of the gap in every ring, and of −ψ where a datum has no bound") {
    auto const model = counted();
    auto const bound = secant_bound<poisson>::anchored(model, theta_star, region(1));
    auto const data = all_rows(bound, model);
    for (std::size_t const at : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{7}}) {
        CAPTURE(at);
        evaluation values, above, below;
        for (evaluation* e : {&values, &above, &below}) e->resize(data.size(), 1);
        for (std::size_t i = 0; i < data.size(); ++i) values.delta[i] = 0.4 - 0.1 * static_cast<double>(i);
        double const h = 1e-6;
        for (std::size_t i = 0; i < data.size(); ++i) {
            above.delta[i] = values.delta[i] + h;
            below.delta[i] = values.delta[i] - h;
        }
        bound.gap(at, data, above);
        bound.gap(at, data, below);
        std::vector<double> slope(data.size());
        bound.slope(at, data, values, slope);
        double exempt = 0;
        for (std::size_t i = 0; i < data.size(); ++i) {
            if (above.gap[i] == infinity) {
                exempt += slope[i];
            } else {
                CHECK(slope[i] == doctest::Approx((above.gap[i] - below.gap[i]) / 2 / h).epsilon(1e-6).scale(1));
            }
        }
        double const difference = (bound.log_exempt(at, data, above) - bound.log_exempt(at, data, below)) / 2 / h;
        CHECK(exempt == doctest::Approx(difference).epsilon(1e-6).scale(1));
    }
}

TEST_CASE("a likelihood with a bound everywhere has that one outside of the inner region") {
    vector const classes = vector_of({1, 0, 0, 1, 1, 0});
    posterior const model(probit{}, gaussian_prior(1), dense_rows(rows, classes));
    auto const with = secant_bound<probit>::anchored(model, theta_star, region(1));
    auto const without = secant_bound<probit>::anchored(model, theta_star);
    CHECK(with.regions() == 2);
    CHECK(without.regions() == 1);
    for (vector const& d : points(20))
        if (with.region(as_view(d)) == 1)
            CHECK(value_of(with.collapsed(1), d) == doctest::Approx(value_of(without.collapsed(0), d)).epsilon(1e-12));
    CHECK(with.collapsed(0).precision()(0, 0) < without.collapsed(0).precision()(0, 0));
}

TEST_CASE("of a Gaussian likelihood the bound is all: no gap, whatever θ") {
    vector const values_of = vector_of({1.3, 0.4, -6, 2, 2.5, 1});
    posterior const model(gaussian({.scale = 0.7}), gaussian_prior(1), dense_rows(rows, values_of));
    auto const bound = secant_bound<gaussian>::anchored(model, theta_star);
    auto const data = all_rows(bound, model);
    for (vector const& d : points(100)) {
        evaluation values;
        values.resize(data.size(), 1);
        predict(data.list(), as_view(d), values.delta);
        bound.gap(0, data, values);
        for (double const gap : values.gap) CHECK(gap == 0);
    }
}
