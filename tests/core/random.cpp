#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "support/statistics.hpp"

import firefly.core;

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

TEST_CASE("philox4x32 gives the known answers of Random123") {
    // kat_vectors of Random123 1.14, philox4x32 10
    constexpr std::uint32_t ones = 0xffffffff;
    CHECK(philox4x32({0, 0, 0, 0}, {0, 0}) == philox_counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
    CHECK(philox4x32({ones, ones, ones, ones}, {ones, ones}) == philox_counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
    CHECK(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
          philox_counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("philox4x32 gives the value that C++26 demands of std::philox4x32") {
    // [rand.predef]: the 10000th value of a default-constructed engine (key 20111115) is 1955073260: word 3 of block 2499.
    CHECK(philox4x32({2499, 0, 0, 0}, {20111115, 0})[3] == 1955073260);
}

TEST_CASE("bits are the engine's words, two by two, block after block") {
    random_source random(random_key{.seed = 0});
    auto const first = philox4x32({0, 0, 0, 0}, {0, 0}), second = philox4x32({1, 0, 0, 0}, {0, 0});
    for (auto const& block : {first, second})
        for (std::size_t i = 0; i < 4; i += 2) CHECK(random.bits() == (block[i] | std::uint64_t{block[i + 1]} << 32));
}

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

TEST_CASE("golden values of every transform") {
    // Made by this code (clang 19, libstdc++ 12, glibc 2.36) and kept: a change here changes every chain of every user.
    random_source random(golden_key);
    CHECK(random.bits() == 0x5921ba781640f05a);
    CHECK(random.uniform() == 0x1.fa7381b4a1708p-4);
    CHECK(random.exponential() == 0x1.b83574b3fff54p+0);
    std::vector<double> normal(5);
    random.normals(normal);
    CHECK(normal == std::vector<double>{-0x1.25c7161ee6c54p-2, -0x1.39f8472f8b441p-4, 0x1.3ddabc31f5331p+0, -0x1.45c12cde73e0ep-3,
                                        0x1.aa326f05ebc5bp+0});
    std::vector<row_index> skips;
    for (double const q : {0.5, 0.1, 1e-3, 1e-6, 1e-12}) skips.push_back(random.skip(q));
    CHECK(skips == std::vector<row_index>{0, 8, 1004, 401817, 210992472188});
    std::vector<std::size_t> picks;
    for (std::size_t const n : {2ul, 7ul, 1000ul, 1ul << 40, (1ul << 63) + 1}) picks.push_back(random.pick(n));
    CHECK(picks == std::vector<std::size_t>{1, 6, 793, 634443923340, 9219519886690319578u});
    std::vector<int> accepted;
    for (int i = 0; i < 16; ++i) accepted.push_back(random.accept(-0.7));
    CHECK(accepted == std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1});
    CHECK(random.bits() == 0x77e899c36b2a7ac8);
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

TEST_CASE("uniform has the moments and the distribution of a uniform") {
    // seed 22, 100,000 draws; 4.5 standard errors, and p = 1e-4 for Kolmogorov's test
    auto const values = sample(22, many, uniform);
    for (int k = 1; k <= 4; ++k) CHECK(standard_errors(independent_mean(powers(values, k)), 1.0 / (k + 1)) < 4.5);
    CHECK(kolmogorov(values, [](double x) { return x; }) < 2.23);
}

TEST_CASE("successive uniforms are not correlated") {
    // seed 23, 100,000 draws, lags 1 to 4; 4.5 standard errors
    auto const values = sample(23, many, uniform);
    for (std::size_t lag = 1; lag <= 4; ++lag) {
        std::vector<double> products;
        for (std::size_t i = 0; i + lag < many; i += 2 * lag) products.push_back((values[i] - 0.5) * (values[i + lag] - 0.5));
        CHECK(standard_errors(independent_mean(products), 0.0) < 4.5);
    }
}

TEST_CASE("the first numbers of successive iterations are independent uniforms") {
    // seed 24, 100,000 iterations; p = 1e-4, 4.5 standard errors
    std::vector<double> values, products;
    for (std::uint64_t i = 0; i < many; ++i) values.push_back(random_source({.seed = 24, .iteration = i}).uniform());
    for (std::size_t i = 0; i + 1 < many; i += 2) products.push_back((values[i] - 0.5) * (values[i + 1] - 0.5));
    CHECK(kolmogorov(values, [](double x) { return x; }) < 2.23);
    CHECK(standard_errors(independent_mean(products), 0.0) < 4.5);
}

TEST_CASE("exponential has the moments and the distribution of an exponential with mean one") {
    // seed 25, 100,000 draws; 4.5 standard errors, p = 1e-4
    auto const values = sample(25, many, exponential);
    CHECK(standard_errors(independent_mean(values), 1.0) < 4.5);
    CHECK(standard_errors(independent_mean(powers(values, 2)), 2.0) < 4.5);
    CHECK(kolmogorov(values, [](double x) { return -std::expm1(-x); }) < 2.23);
}

TEST_CASE("normals have the moments and the distribution of standard normals") {
    // seed 26, 100,000 draws; 4.5 standard errors, p = 1e-4
    auto const values = normals(26, many);
    double const moments[] = {0, 1, 0, 3, 0, 15};
    for (int k = 1; k <= 6; ++k) CHECK(standard_errors(independent_mean(powers(values, k)), moments[k - 1]) < 4.5);
    CHECK(kolmogorov(values, [](double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }) < 2.23);
}

TEST_CASE("the two normals of a pair are independent") {
    // seed 27, 100,000 draws; 4.5 standard errors
    auto const values = normals(27, many);
    std::vector<double> products, squares;
    for (std::size_t i = 0; i < many; i += 2) {
        products.push_back(values[i] * values[i + 1]);
        squares.push_back((values[i] * values[i] - 1) * (values[i + 1] * values[i + 1] - 1));
    }
    CHECK(standard_errors(independent_mean(products), 0.0) < 4.5);
    CHECK(standard_errors(independent_mean(squares), 0.0) < 4.5);
}

TEST_CASE("an odd number of normals begins like an even one, and none is nothing") {
    auto const four = normals(28, 4), three = normals(28, 3);
    CHECK(std::equal(three.begin(), three.end(), four.begin()));
    CHECK_NOTHROW(normals(28, 0));
}

TEST_CASE("accept accepts with probability exp(x)") {
    // seed 29, 100,000 draws each; 4.5 standard errors
    for (double const x : {-0.001, -0.5, -2.0, -6.0}) {
        CAPTURE(x);
        auto const accepted = sample(29, many, [x](random_source& random) { return random.accept(x) ? 1.0 : 0.0; });
        CHECK(standard_errors(independent_mean(accepted), std::exp(x)) < 4.5);
    }
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

TEST_CASE("pick is uniform") {
    // seed 31, 100,000 draws each; 4.5 standard deviations of Pearson's statistic
    for (std::size_t const n : {2u, 3u, 7u, 100u}) {
        CAPTURE(n);
        random_source random({.seed = 31});
        std::vector<double> counts(n);
        for (std::size_t i = 0; i < many; ++i) ++counts.at(random.pick(n));
        CHECK(pearson_excess(counts, std::vector<double>(n, static_cast<double>(many) / static_cast<double>(n))) < 4.5);
    }
}

TEST_CASE("pick of one is zero, and pick stays below the largest sizes") {
    random_source random({.seed = 32});
    // 2^63 + 1 is the size that rejects most: nearly every second word. seed 32, 10,000 draws, 4.5 standard errors.
    std::size_t const worst = (std::size_t{1} << 63) + 1;
    std::vector<double> scaled;
    for (int i = 0; i < 10'000; ++i) {
        CHECK(random.pick(1) == 0);
        CHECK(random.pick(std::numeric_limits<std::size_t>::max()) < std::numeric_limits<std::size_t>::max());
        std::size_t const value = random.pick(worst);
        CHECK(value < worst);
        scaled.push_back(static_cast<double>(value) * 0x1p-63);
    }
    CHECK(kolmogorov(scaled, [](double x) { return x; }) < 2.23);
}

TEST_CASE("skip is geometric") {
    // seed 33, 100,000 draws each; 4.5 standard deviations of Pearson's statistic, cells with at least ten expected
    for (double const q : {0.5, 0.3, 0.02, 0.9}) {
        CAPTURE(q);
        std::vector<double> expected;
        double tail = many;
        for (double p = q; tail * q >= 10; p *= 1 - q) {
            expected.push_back(many * p);
            tail -= many * p;
        }
        expected.push_back(tail);
        std::vector<double> counts(expected.size());
        random_source random({.seed = 33});
        for (std::size_t i = 0; i < many; ++i) ++counts[std::min<std::size_t>(random.skip(q), expected.size() - 1)];
        CHECK(pearson_excess(counts, expected) < 4.5);
    }
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
    // (1 + skip)·q is nearly exponential with mean one; 4.5 standard errors
    auto const scaled = sample(35, 10'000, [](random_source& r) { return 1e-12 * static_cast<double>(r.skip(1e-12)); });
    CHECK(standard_errors(independent_mean(scaled), 1.0) < 4.5);
    CHECK(kolmogorov(scaled, [](double x) { return -std::expm1(-x); }) < 2.23);
}
