/// How counts scatter, through what set-up says of it.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "surveyed.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

/// Counts 0, 1, …, `most` in turns beside a column of ones.
std::vector<std::vector<double>> in_turns(std::size_t rows, std::size_t most) {
    std::vector<std::vector<double>> result;
    for (std::size_t i = 0; i < rows; ++i) result.push_back({static_cast<double>(i % (most + 1)), 1});
    return result;
}

auto const wide_poisson = [](sample_options& o) {
    o.model = model_kind::poisson;
    o.prior_scale = 1000;
};

}  // namespace

TEST_CASE("Pearson's statistic of counts is that of its definition") {
    // 0, 1, …, 9 with mean 4.5 and variance 8.25
    auto const seen = set_up_table(in_turns(5000, 9), wide_poisson).seen;
    REQUIRE(seen.dispersion);
    CHECK(seen.dispersion->ratio == doctest::Approx(8.25 / 4.5 * 5000 / 4999).epsilon(1e-4));
    CHECK(seen.dispersion->error == doctest::Approx(std::sqrt((2 + 1 / 4.5) / 5000)).epsilon(1e-3));
}

TEST_CASE("zeros are counted, and expected by the model's probability of zero") {
    auto const poisson = set_up_table(in_turns(5000, 9), wide_poisson).seen;
    REQUIRE(poisson.zeros);
    double const p = std::exp(-4.5);
    CHECK(poisson.zeros->found == 500);
    CHECK(poisson.zeros->expected == doctest::Approx(5000 * p).epsilon(1e-3));
    CHECK(poisson.zeros->error == doctest::Approx(std::sqrt(5000 * p * (1 - p))).epsilon(1e-3));
    auto const binomial = set_up_table(in_turns(5000, 9), [](sample_options& o) {
                              wide_poisson(o);
                              o.model = model_kind::negative_binomial;
                              o.size = 2;
                          }).seen;
    REQUIRE(binomial.zeros);
    CHECK(binomial.zeros->expected == doctest::Approx(5000 * std::pow(2 / 6.5, 2)).epsilon(1e-3));
    CHECK_FALSE(binomial.dispersion);
}

TEST_CASE("targets that are no counts have no zeros to count") {
    auto const seen = set_up_table(in_turns(500, 9), [](sample_options& o) { o.model = model_kind::gaussian; }).seen;
    CHECK_FALSE(seen.zeros);
    CHECK_FALSE(seen.dispersion);
}
