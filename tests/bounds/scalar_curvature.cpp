/// White box, with a formula that is easy to follow: users name the curvatures that are made of it.
module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <doctest/doctest.h>

module firefly.bounds;

import firefly.external;
import firefly.core;

using namespace firefly;

namespace {

/// k = 10 + η* everywhere, and within R no more than R.
struct simple : scalar_curvature<simple> {
    void fill(vector_view targets, vector_view eta, vector_out k) const {
        for (std::size_t i = 0; i < eta.size(); ++i) k[i] = 10 + eta[i] + 100 * targets[i];
    }
    void sharpen(vector_view, vector_view, vector_view reach, vector_out k) const {
        for (std::size_t i = 0; i < k.size(); ++i) k[i] = std::min(k[i], reach[i]);
    }
};

batch<scalar_notes> two_rows() {
    batch<scalar_notes> rows(1);
    rows.resize(2);
    rows.notes.resize(2, 1, true);
    rows.target = {0, 1};
    rows.notes.contact = {1, -2};
    rows.notes.reach = {3, 1e3};
    return rows;
}

}  // namespace

TEST_CASE("notes of one predictor follow their row, and those of an inner region are there only where there is one") {
    scalar_notes const all{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
    scalar_notes some;
    some.append(all, 2);
    some.append(all, 0);
    some.append(all, 1);
    some.replace_by_last(0);
    CHECK(some.contact == std::vector<double>{2, 1});
    CHECK(some.everywhere == std::vector<double>{5, 4});
    CHECK(some.within == std::vector<double>{8, 7});
    CHECK(some.reach == std::vector<double>{11, 10});
    CHECK(&some.curvature(ring::inner()) == &some.within);
    CHECK(&some.curvature(ring::everywhere()) == &some.everywhere);
    some.clear();
    CHECK(some.contact.empty());
    CHECK(some.reach.empty());
    some.resize(2, 1, false);
    CHECK(some.everywhere.size() == 2);
    CHECK(some.within.empty());
    CHECK(some.reach.empty());
}

TEST_CASE("a datum is noted with the curvature that serves everywhere and with the one that serves within its reach") {
    auto rows = two_rows();
    simple const curvature;
    curvature.annotate(rows);
    CHECK(rows.notes.everywhere == std::vector<double>{11, 108});
    curvature.annotate_inner(rows);
    CHECK(rows.notes.within == std::vector<double>{3, 108});
    CHECK(rows.notes.everywhere == std::vector<double>{11, 108});
    std::vector<double> written(2);
    curvature.curvature(ring::inner(), rows, written);
    CHECK(written == rows.notes.within);
    curvature.curvature(ring::everywhere(), rows, written);
    CHECK(written == rows.notes.everywhere);
    double const within = -3, beyond = std::nextafter(3.0, 4.0);
    CHECK(curvature.is_within_reach(rows, 0, {&within, 1}));
    CHECK(!curvature.is_within_reach(rows, 0, {&beyond, 1}));
}

TEST_CASE("a block is sharpened by the reaches that it keeps, and a reach tells the variance again") {
    matrix one = zeros(1, 1);
    one(0, 0) = 1;
    ellipsoid const region(cholesky(one), 2);
    simple const curvature;
    std::vector<double> const variance{4, 1e8}, targets{0, 1}, eta{1, -2};
    std::vector<double> k(2);
    std::vector<float> reaches(2);
    curvature.write_out(targets, eta, k);
    curvature.sharpen_block(region, variance, targets, eta, k, reaches);
    CHECK(reaches[0] == region.reach(4));
    CHECK(k == std::vector<double>{region.reach(4), 108});

    auto rows = two_rows();
    rows.notes.reach = {reaches[0], reaches[1]};
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(curvature.variance(region, rows, i) >= variance[i]);
        CHECK(curvature.variance(region, rows, i) == doctest::Approx(variance[i]).epsilon(1e-6));
    }
    double const v = 3;
    double product = 0;
    simple::multiply({k.data(), 1}, {}, {&v, 1}, {&product, 1});
    CHECK(product == 3 * k[0]);
}
