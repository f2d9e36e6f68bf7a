/// How often counts occur and are expected, through what set-up says of it.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "surveyed.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

using table = std::vector<std::vector<double>>;

double sum_of(std::vector<double> const& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

double poisson_probability(double mean, double k) {
    return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
}

/// Counts 0, 1, …, `most` in turns beside a column of ones.
table in_turns(std::size_t rows, std::size_t most, double first = 0) {
    table result;
    for (std::size_t i = 0; i < rows; ++i) result.push_back({first + static_cast<double>(i % (most + 1)), 1});
    return result;
}

binned_data counts_of(table const& rows, model_kind model = model_kind::poisson) {
    auto const seen = set_up_table(rows, [&](sample_options& o) {
                          o.model = model;
                          o.prior_scale = 1000;
                          o.size = 2;
                      }).seen;
    REQUIRE(seen.counts);
    return *seen.counts;
}

}  // namespace

TEST_CASE("small counts have a bin each, with the numbers that the model expects by its probabilities") {
    auto const bins = counts_of(in_turns(5000, 4));
    CHECK(bins.start == 0);
    CHECK(bins.width == 1);
    REQUIRE(bins.bins() == 5);
    REQUIRE(bins.expected.size() == 6);
    double rest = 5000;
    for (std::size_t k = 0; k < 5; ++k) {
        double const expected = 5000 * poisson_probability(2, static_cast<double>(k));
        CHECK(bins.observed[k] == 1000);
        CHECK(bins.expected[k] == doctest::Approx(expected).epsilon(1e-3));
        rest -= expected;
    }
    CHECK(bins.observed[5] == 0);
    CHECK(bins.expected[5] == doctest::Approx(rest).epsilon(1e-2));
    auto const wide = counts_of(in_turns(5000, 4), model_kind::negative_binomial);
    CHECK(wide.expected[0] == doctest::Approx(5000 * 0.25).epsilon(1e-3));  // (size/(size + mean))^size
}

TEST_CASE("counts that spread farther share bins, and all data are counted") {
    auto const bins = counts_of(in_turns(10'000, 99));
    CHECK(bins.start == 0);
    CHECK(bins.width == 10);
    CHECK(bins.bins() == 10);
    CHECK(sum_of(bins.observed) == 10'000);
    CHECK(sum_of(bins.expected) == doctest::Approx(10'000).epsilon(1e-9));
    double expected = 0;
    for (double k = 40; k < 50; ++k) expected += 10'000 * poisson_probability(49.5, k);
    CHECK(bins.expected[4] == doctest::Approx(expected).epsilon(1e-3));
    CHECK(bins.observed[4] == 1000);
}

TEST_CASE("bins lie where the counts are") {
    auto const bins = counts_of(in_turns(5000, 9, 1000));
    CHECK(bins.start > 900);
    CHECK(bins.start <= 1000);
    CHECK(bins.start + bins.width * static_cast<double>(bins.bins()) > 1009);
    CHECK(bins.observed.back() == 0);
    CHECK(sum_of(bins.expected) == doctest::Approx(5000).epsilon(1e-9));
}

TEST_CASE("a few counts that are far out do not make bins wide") {
    auto rows = in_turns(5000, 4);
    rows[17][0] = 100'000;
    auto const bins = counts_of(rows);
    CHECK(bins.width == 1);
    CHECK(bins.observed.back() == 1);
}

TEST_CASE("counts so far apart that their probabilities would take for ever have no bins") {
    table rows;
    for (std::size_t i = 0; i < 5000; ++i) rows.push_back({static_cast<double>(i * 10'000), 1});
    CHECK_FALSE(set_up_table(rows, [](sample_options& o) {
                    o.model = model_kind::poisson;
                    o.prior_scale = 1000;
                }).seen.counts);
}

TEST_CASE("successes are expected up to their trials; weights and offsets count") {
    table rows;
    for (std::size_t i = 0; i < 4000; ++i)
        rows.push_back({static_cast<double>(i % 2), 1, static_cast<double>(1 + i % 2), static_cast<double>(i % 2)});
    // One trial that fails, with weight 0; two of which one succeeds, with weight 1: of 2000 rows with probability ½ each.
    auto const seen = set_up_table(rows, [](sample_options& o) {
                          o.model = model_kind::binomial;
                          o.cases.trials = "b";
                          o.cases.weights = "c";
                      }).seen;
    REQUIRE(seen.counts);
    CHECK(seen.counts->observed[0] == 0);
    CHECK(seen.counts->observed[1] == 2000);
    CHECK(seen.counts->expected[0] == doctest::Approx(500).epsilon(1e-2));
    CHECK(seen.counts->expected[1] == doctest::Approx(1000).epsilon(1e-2));
    CHECK(seen.counts->expected[2] == doctest::Approx(500).epsilon(1e-2));
    CHECK(seen.counts->expected[3] == 0);
    CHECK(seen.counts->expected.back() < 1e-9);

    // Exposures of 1 and 3: means 1 and 3.
    rows.clear();
    for (std::size_t i = 0; i < 4000; ++i) rows.push_back({i % 2 == 0 ? 1.0 : 3.0, 1, i % 2 == 0 ? 1.0 : 3.0});
    auto const exposed = set_up_table(rows, [](sample_options& o) {
                             o.model = model_kind::poisson;
                             o.cases.exposure = "b";
                         }).seen;
    REQUIRE(exposed.counts);
    CHECK(exposed.counts->expected[0] == doctest::Approx(2000 * (std::exp(-1.0) + std::exp(-3.0))).epsilon(1e-2));
}

TEST_CASE("targets that are no counts have no bins of them") {
    CHECK_FALSE(set_up_table(coin_tosses(300, 2)).seen.counts);
}
