#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Lengths over many orders of magnitude, some of them zero.
std::vector<double> uneven_lengths(std::size_t size, std::uint64_t seed) {
    random_source random({.seed = seed});
    std::vector<double> lengths;
    for (std::size_t n = 0; n < size; ++n) lengths.push_back(n % 7 == 3 ? 0 : std::pow(10, -9 + 9 * random.uniform()));
    return lengths;
}

}  // namespace

TEST_CASE("a clock finds the segment in which a point lies, wherever it lies") {
    // 1000 segments, 20,000 points and all edges; seeds 731 and 732
    for (std::size_t const size : {1u, 2u, 3u, 5u, 1000u}) {
        poisson_clock const clock(uneven_lengths(size, 731));
        std::vector<double> edges{0};
        for (std::size_t n = 0; n < size; ++n) edges.push_back(edges.back() + clock.length(n));
        CHECK(clock.size() == size);
        CHECK(clock.total() == doctest::Approx(edges.back()).epsilon(1e-14));
        random_source random({.seed = 732});
        std::vector<double> points;
        for (int i = 0; i < 20'000; ++i) points.push_back(clock.total() * random.uniform());
        double position = 0;
        for (std::size_t n = 0; n < size; ++n) {
            points.insert(points.end(), {position, std::nextafter(position + clock.length(n), 0)});
            position += clock.length(n);
        }
        for (double const at : points) {
            if (!(at >= 0 && at < clock.total())) continue;
            std::size_t const n = clock.segment(at);
            double begin = 0;
            for (std::size_t k = 0; k < n; ++k) begin += clock.length(k);
            CHECK(clock.length(n) > 0);
            CHECK(begin <= at * (1 + 1e-12) + 1e-15);
            CHECK(at <= (begin + clock.length(n)) * (1 + 1e-12) + 1e-15);
        }
    }
}

TEST_CASE("a clock strikes each segment with its own probability, independently of the others, at any rate" *
          doctest::test_suite("statistics")) {
    // 8 segments, 200,000 strikes at each of three rates
    std::vector<double> const lengths{0.7, 0.01, 0, 0.3, 1e-4, 0.02, 0.5, 0.1};
    poisson_clock const clock(lengths);
    for (double const rate : {0.25, 1.0, 3.0})
        judge([&](trial& run) {
            std::vector<double> hits(8), pairs(64);
            double const times = static_cast<double>(run.times(200'000));
            random_source random({.seed = run.seed(733)});
            for (double i = 0; i < times; ++i) {
                std::vector<bool> hit(8);
                row_index last = 0;
                clock.strike(rate, random, [&](row_index n) {
                    CHECK(n >= last);  // in the order of the line
                    last = n;
                    hit[n] = true;
                });
                for (std::size_t n = 0; n < 8; ++n) {
                    hits[n] += hit[n];
                    for (std::size_t m = 0; m < n; ++m) pairs[8 * n + m] += hit[n] && hit[m];
                }
            }
            for (std::size_t n = 0; n < 8; ++n) {
                double const q = -std::expm1(-rate * lengths[n]);
                CHECK(clock.probability(n, rate) == doctest::Approx(q).epsilon(1e-9));
                if (q == 0) CHECK(hits[n] == 0);
                if (q > 0) run.equal(share(hits[n], times, q), q);
                for (std::size_t m = 0; m < n; ++m) {
                    double const both = q * -std::expm1(-rate * lengths[m]);
                    if (both * times > 100) run.equal(share(pairs[8 * n + m], times, both), both);
                }
            }
        });
}

TEST_CASE("no segment is shorter than it was asked to be, nor longer by more than a unit, however much lengths differ") {
    // 2⁻³² of the longest is a unit: shorter ones are rounded up to it, and zero stays zero.
    for (double const scale : {1e-200, 1.0, 1e200}) {
        std::vector<double> lengths{scale, 0, scale * 0x1p-31, scale * 0x1p-33, scale * 0x1p-60, scale / 3, scale * 1e-30};
        poisson_clock const clock(lengths);
        double const unit = clock.length(6);
        CHECK(unit <= scale * 0x1p-31);
        double sum = 0;
        for (std::size_t n = 0; n < lengths.size(); ++n) {
            CHECK(clock.length(n) >= lengths[n] * (1 - 1e-15));
            CHECK(clock.length(n) < lengths[n] + 1.001 * unit);
            CHECK((clock.length(n) == 0) == (lengths[n] == 0));
            sum += clock.length(n);
        }
        CHECK(clock.total() == doctest::Approx(sum).epsilon(1e-14));
    }
}

TEST_CASE("points in segments that are 2⁻⁴⁰ of the longest are found, before and behind it") {
    std::vector<double> const lengths{0x1p-40, 0, 0x1p-33, 1, 0x1p-50, 0, 0x1p-45};
    poisson_clock const clock(lengths);
    random_source random({.seed = 735});
    double begin = 0;
    for (row_index n = 0; n < clock.size(); begin += clock.length(n++))
        for (int i = 0; i < 1000 && lengths[n] > 0; ++i) CHECK(clock.segment(begin + clock.length(n) * random.uniform()) == n);
}

TEST_CASE("what a clock costs follows the number of hits, not the number of data") {
    struct counting_random : archetype::random {
        int calls = 0;
        random_source source{{.seed = 734}};
        double exponential() {
            ++calls;
            return source.exponential();
        }
    };
    std::vector<double> const lengths(1'000'000, 2e-6);
    poisson_clock const clock(lengths);
    counting_random random;
    int hits = 0;
    for (int i = 0; i < 100; ++i) clock.strike(1, random, [&](row_index) { ++hits; });
    CHECK(random.calls == hits + 100);
    CHECK(hits < 400);  // 200 expected
}

TEST_CASE("a clock refuses lengths that are none") {
    CHECK_THROWS_WITH_AS(poisson_clock(std::vector{0.1, -0.2}),
                         "poisson_clock: segment 1 has length -0.2; lengths are finite and not negative", invalid_argument);
    CHECK_THROWS_AS(poisson_clock(std::vector{infinity}), invalid_argument);
    CHECK_THROWS_AS(poisson_clock(std::vector{std::nan("")}), invalid_argument);
}
