#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

import firefly.numeric;

using namespace firefly;
using namespace firefly::testing;

namespace {

constexpr std::size_t many = 100'000;

template <class Draw>
std::vector<double> sample(std::uint64_t seed, std::size_t size, Draw const& draw) {
    random_source random({.seed = seed});
    std::vector<double> values(size);
    for (double& value : values) value = draw(random);
    return values;
}

std::vector<double> powers(std::vector<double> values, int exponent) {
    for (double& value : values) value = std::pow(value, exponent);
    return values;
}

double uniform(random_source& random) {
    return random.uniform();
}
double exponential(random_source& random) {
    return random.exponential();
}

std::vector<double> normals(std::uint64_t seed, std::size_t size) {
    std::vector<double> values(size);
    random_source({.seed = seed}).normals(values);
    return values;
}

/// A key with something in every part, for the golden values.
constexpr random_key golden_key{.seed = 0x0123456789abcdef, .chain = 3, .use = purpose::kernel, .iteration = 0x0000'7fff'1234'5678};

}  // namespace

TEST_CASE("two streams differ when one bit of seed, chain, purpose or iteration differs") {
    std::set<std::uint64_t> seen;
    std::size_t keys = 0;
    auto const visit = [&](random_key key) {
        random_source random(key);
        seen.insert(random.bits());
        ++keys;
    };
    visit({});
    for (int bit = 0; bit < 64; ++bit) visit({.seed = std::uint64_t{1} << bit});
    for (int bit = 0; bit < 32; ++bit) visit({.chain = std::uint32_t{1} << bit});
    for (int bit = 0; bit < 48; ++bit) visit({.iteration = std::uint64_t{1} << bit});
    for (auto const use : {purpose::propose, purpose::kernel, purpose::decide, purpose::data}) visit({.use = use});
    CHECK(seen.size() == keys);
}

TEST_CASE("equal keys give equal streams") {
    random_source a(golden_key), b(golden_key);
    for (int i = 0; i < 100; ++i) CHECK(a.bits() == b.bits());
}

TEST_CASE("a part of a whole is a chance of their ratio, also where one of them is zero or infinite") {
    random_source random({.seed = 27}), same({.seed = 27});
    for (int i = 0; i < 20'000; ++i) REQUIRE(random.chance(0.3, 1.5) == same.chance(0.2));
    for (int i = 0; i < 1000; ++i) {
        CHECK(random.chance(2, 1.5));
        CHECK(random.chance(1e-300, 0));
        CHECK(random.chance(infinity, 1));
        CHECK(!random.chance(0, 1));
        CHECK(!random.chance(0, 0));
        CHECK(!random.chance(1, infinity));
    }
}

TEST_CASE("exponentials are those of the words behind them, at every length, and the next numbers are others") {
    for (std::size_t size = 1; size < 40; ++size) {
        CAPTURE(size);
        std::vector<double> numbers(size, -1);
        random_source random(golden_key), words(golden_key);
        random.exponentials(numbers);
        std::set<double> seen;
        for (std::size_t start = 0; start < size; start += 16) {
            // Sixteen numbers are made of eight blocks of two words: of the first words, then of the second.
            std::vector<double> made(16);
            for (std::size_t i = 0; i < 8; ++i) {
                made[i] = words.exponential();
                made[i + 8] = words.exponential();
            }
            for (std::size_t i = start; i < std::min(start + 16, size); ++i) {
                CHECK(numbers[i] == doctest::Approx(made[i - start]).epsilon(1e-15));
                seen.insert(numbers[i]);
            }
        }
        seen.insert(random.exponential());
        CHECK(seen.size() == size + 1);
    }
}

TEST_CASE("golden values of every transform") {
    // Made by this code (clang 19) and kept: a change here changes every chain of every user.
    random_source random(golden_key);
    CHECK(random.bits() == 0x5921ba781640f05a);
    CHECK(random.uniform() == 0x1.fa7381b4a1708p-4);
    CHECK(random.exponential() == 0x1.b83574b3fff54p+0);
    std::vector<double> normal(5);
    random.normals(normal);
    // Within rounding: one kind of processor multiplies and adds at once, another does not.
    std::vector<double> const expected{-0x1.348e102d23be4p-1, 0x1.0942cf261c67ep-2, -0x1.4257379f15c9ep-2, 0x1.73e70ed0ce9bep-12,
                                       -0x1.02e6ea19ae18p-2};
    for (std::size_t i = 0; i < normal.size(); ++i) CHECK(std::abs(normal[i] - expected[i]) < 1e-15);
    std::vector<row_index> skips;
    for (double const q : {0.5, 0.1, 1e-3, 1e-6, 1e-12}) skips.push_back(random.skip(q));
    CHECK(skips == std::vector<row_index>{0, 5, 783, 20486, 1405459335110});
    std::vector<std::size_t> picks;
    for (std::size_t const n : {2ul, 7ul, 1000ul, 1ul << 40, (1ul << 63) + 1}) picks.push_back(random.pick(n));
    CHECK(picks == std::vector<std::size_t>{1, 5, 410, 402516086579, 6171382004751086641u});
    std::vector<int> accepted;
    for (int i = 0; i < 16; ++i) accepted.push_back(random.accept(-0.7));
    CHECK(accepted == std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1});
    CHECK(random.bits() == 0x77e899c36b2a7ac8);
}

TEST_CASE("normals fill all that they are given, at every length, and no two are alike") {
    for (std::size_t size = 0; size <= 50; ++size) {
        CAPTURE(size);
        std::vector<double> values(size, std::numeric_limits<double>::quiet_NaN());
        random_source random(golden_key);
        random.normals(values);
        for (double const value : values) CHECK(std::isfinite(value));
        CHECK(std::set<double>(values.begin(), values.end()).size() == size);
        // What comes next shares no number with them.
        std::vector<double> more(16);
        random.normals(more);
        for (double const value : more) CHECK(std::ranges::find(values, value) == values.end());
    }
}

TEST_CASE("pick is even where a third of all words are one too many") {
    // Of 3·2⁶² numbers every third would come up twice as often as the others.
    random_source random({.seed = 41});
    std::array<int, 3> count{};
    for (int i = 0; i < 6000; ++i) ++count[random.pick(std::size_t{3} << 62) % 3];
    for (int const c : count) CHECK(std::abs(c - 2000) < 200);  // 5 standard deviations
}

TEST_CASE("uniform lies strictly between 0 and 1 by construction") {
    // The least and the greatest of the 2^52 midpoints.
    CHECK((0.0 + 0.5) * 0x1p-52 == 0x1p-53);
    CHECK((0x1p52 - 1 + 0.5) * 0x1p-52 == 1 - 0x1p-53);
    // seed 21, 100,000 draws
    auto const values = sample(21, many, uniform);
    CHECK(*std::min_element(values.begin(), values.end()) > 0);
    CHECK(*std::max_element(values.begin(), values.end()) < 1);
}

TEST_CASE("uniform has the moments and the distribution of a uniform" * doctest::test_suite("statistics")) {
    judge([](trial& run) {
        auto const values = sample(run.seed(22), run.times(many), uniform);
        for (int k = 1; k <= 4; ++k) run.equal(independent_mean(powers(values, k)), 1.0 / (k + 1), "moment");
        run.add(kolmogorov_p(values, [](double x) { return x; }), "distribution");
    });
}

TEST_CASE("successive uniforms are not correlated" * doctest::test_suite("statistics")) {
    judge([](trial& run) {
        auto const values = sample(run.seed(23), run.times(many), uniform);
        for (std::size_t lag = 1; lag <= 4; ++lag) {
            std::vector<double> products;
            for (std::size_t i = 0; i + lag < values.size(); i += 2 * lag)
                products.push_back((values[i] - 0.5) * (values[i + lag] - 0.5));
            run.equal(independent_mean(products), 0, "lag");
        }
    });
}

TEST_CASE("the first numbers of successive iterations are independent uniforms" * doctest::test_suite("statistics")) {
    judge([](trial& run) {
        std::vector<double> values, products;
        for (std::uint64_t i = 0; i < run.times(many); ++i)
            values.push_back(random_source({.seed = run.seed(24), .iteration = i}).uniform());
        for (std::size_t i = 0; i + 1 < values.size(); i += 2) products.push_back((values[i] - 0.5) * (values[i + 1] - 0.5));
        run.add(kolmogorov_p(values, [](double x) { return x; }), "distribution");
        run.equal(independent_mean(products), 0, "correlation");
    });
}

TEST_CASE("exponential has the moments and the distribution of an exponential with mean one" * doctest::test_suite("statistics")) {
    judge([](trial& run) {
        auto const values = sample(run.seed(25), run.times(many), exponential);
        run.equal(independent_mean(values), 1, "mean");
        run.equal(independent_mean(powers(values, 2)), 2, "square");
        run.add(kolmogorov_p(values, [](double x) { return -std::expm1(-x); }), "distribution");
    });
}

TEST_CASE("normals have the moments and the distribution of standard normals" * doctest::test_suite("statistics")) {
    judge([](trial& run) {
        auto const values = normals(run.seed(26), run.times(many));
        double const moments[] = {0, 1, 0, 3, 0, 15};
        for (int k = 1; k <= 6; ++k) run.equal(independent_mean(powers(values, k)), moments[k - 1], "moment");
        run.add(kolmogorov_p(values, [](double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }), "distribution");
    });
}

TEST_CASE("the two normals of a pair are independent" * doctest::test_suite("statistics")) {
    judge([](trial& run) {
        auto const values = normals(run.seed(27), run.times(many));
        std::vector<double> products, squares;
        for (std::size_t i = 0; i < values.size(); i += 2) {
            products.push_back(values[i] * values[i + 1]);
            squares.push_back((values[i] * values[i] - 1) * (values[i + 1] * values[i + 1] - 1));
        }
        run.equal(independent_mean(products), 0, "product");
        run.equal(independent_mean(squares), 0, "product of squares");
    });
}

TEST_CASE("an odd number of normals begins like an even one, and none is nothing") {
    auto const four = normals(28, 4), three = normals(28, 3);
    CHECK(std::equal(three.begin(), three.end(), four.begin()));
    CHECK_NOTHROW(normals(28, 0));
}

TEST_CASE("accept accepts with probability exp(x)" * doctest::test_suite("statistics")) {
    judge([](trial& run) {
        for (double const x : {-0.001, -0.5, -2.0, -6.0}) {
            random_source random({.seed = run.seed(29)});
            double const draws = static_cast<double>(run.times(many));
            double accepted = 0;
            for (double i = 0; i < draws; ++i) accepted += random.accept(x);
            run.equal(share(accepted, draws, std::exp(x)), std::exp(x), std::to_string(x));
        }
    });
}

TEST_CASE("accept is certain from zero up, and refuses minus infinity and what is no number") {
    random_source random({.seed = 30});
    for (int i = 0; i < 1000; ++i) {
        CHECK(random.accept(0));
        CHECK(random.accept(infinity));
        CHECK(!random.accept(-infinity));
        CHECK(!random.accept(std::numeric_limits<double>::quiet_NaN()));
    }
    int impossible = 0;
    for (int i = 0; i < 1'000'000; ++i) impossible += random.accept(-infinity) ? 1 : 0;
    CHECK(impossible == 0);
}

TEST_CASE("pick is uniform" * doctest::test_suite("statistics")) {
    judge([](trial& run) {
        for (std::size_t const n : {2u, 3u, 7u, 100u}) {
            random_source random({.seed = run.seed(31)});
            std::vector<double> counts(n);
            for (std::size_t i = 0; i < run.times(many); ++i) ++counts.at(random.pick(n));
            double const each = static_cast<double>(run.times(many)) / static_cast<double>(n);
            run.add(pearson_p(counts, std::vector<double>(n, each)), std::to_string(n));
        }
    });
}

TEST_CASE("pick of one is zero, and pick stays below the largest sizes" * doctest::test_suite("statistics")) {
    // 2^63 + 1 is the size that rejects most: nearly every second word.
    judge([](trial& run) {
        random_source random({.seed = run.seed(32)});
        std::size_t const worst = (std::size_t{1} << 63) + 1;
        std::vector<double> scaled;
        for (std::size_t i = 0; i < run.times(10'000); ++i) {
            CHECK(random.pick(1) == 0);
            CHECK(random.pick(std::numeric_limits<std::size_t>::max()) < std::numeric_limits<std::size_t>::max());
            std::size_t const value = random.pick(worst);
            CHECK(value < worst);
            scaled.push_back(static_cast<double>(value) * 0x1p-63);
        }
        run.add(kolmogorov_p(scaled, [](double x) { return x; }));
    });
}

TEST_CASE("skip is geometric" * doctest::test_suite("statistics")) {
    // cells with at least a hundred expected: Pearson's statistic is then nearly χ², far into its tail
    judge([](trial& run) {
        for (double const q : {0.5, 0.3, 0.02, 0.9}) {
            double const draws = static_cast<double>(run.times(many));
            std::vector<double> expected;
            double tail = draws;
            for (double p = q; tail * std::min(q, 1 - q) >= 100; p *= 1 - q) {
                expected.push_back(draws * p);
                tail -= draws * p;
            }
            expected.push_back(tail);
            std::vector<double> counts(expected.size());
            random_source random({.seed = run.seed(33)});
            for (double i = 0; i < draws; ++i) ++counts[std::min<std::size_t>(random.skip(q), expected.size() - 1)];
            run.add(pearson_p(counts, expected), std::to_string(q));
        }
    });
}

TEST_CASE("skip stands extreme probabilities") {
    // seed 34, 10,000 draws each
    constexpr row_index most = std::numeric_limits<row_index>::max();
    random_source random({.seed = 34});
    for (int i = 0; i < 10'000; ++i) {
        CHECK(random.skip(1e-300) == most);
        CHECK(random.skip(0) == most);
        CHECK(random.skip(1) == 0);
        CHECK(random.skip(1 - 1e-16) <= 1);
    }
}

TEST_CASE("skips at a small probability are nearly exponential" * doctest::test_suite("statistics")) {
    judge([](trial& run) {
        auto const scaled = sample(run.seed(35), run.times(10'000),
                                   [](random_source& random) { return 1e-12 * static_cast<double>(random.skip(1e-12)); });
        run.equal(independent_mean(scaled), 1, "mean");
        run.add(kolmogorov_p(scaled, [](double x) { return -std::expm1(-x); }), "distribution");
    });
}
