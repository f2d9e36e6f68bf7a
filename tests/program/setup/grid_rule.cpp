/// Models with a parameter that is sampled on a grid, through what set-up makes of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "surveyed.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

/// y = ½a + noise of scale 0.2 and three degrees of freedom, with a column of ones behind.
std::vector<std::vector<double>> heavy_tails(std::size_t rows) {
    auto result = coin_tosses(rows, 1, 4);
    made_normals normal(6);
    for (auto& row : result) {
        double square = 0;
        for (int i = 0; i < 3; ++i) square += std::pow(normal(), 2);
        row[0] = 0.5 * row[1] + 0.2 * normal() / std::sqrt(square / 3);
        row.push_back(1);
    }
    return result;
}

/// The values that a chain of the setup draws, after a hundred iterations.
std::vector<double> values_of(model_setup const& setup, std::size_t draws) {
    auto const chain = setup.chains.make({.seed = 3, .warm_up = 100});
    std::vector<double> result;
    for (std::size_t i = 0; i < 100 + draws; ++i) {
        chain->advance();
        if (i >= 100) result.push_back(chain->current().on_grid.value());
    }
    return result;
}

double mean_log(std::vector<double> const& values) {
    double sum = 0;
    for (double const value : values) sum += std::log(value);
    return sum / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("degrees of freedom are a parameter behind sigma where they are sampled, and no part of θ") {
    auto const setup = set_up_table(heavy_tails(1500), [](sample_options& o) {
        o.model = model_kind::robust;
        o.samples_nu = true;
    });
    CHECK(setup.names() == strings{"a", "b", "sigma", "nu"});
    CHECK(setup.names_of_theta() == strings{"a", "b", "sigma"});
    CHECK(setup.on_grid == "nu");
    CHECK(setup.grid_prior == "a gamma prior of shape 2 and rate 0.1 between 1 and 200");
    CHECK(std::abs(std::log(setup.likeliest_on_grid / 3)) < 0.5);
    auto const values = values_of(setup, 400);
    CHECK(std::abs(mean_log(values) - std::log(3.0)) < 0.5);
    CHECK(std::ranges::min(values) < std::ranges::max(values));
}

TEST_CASE("so they are beside a scale of the noise that is held fixed, and with weights") {
    auto const change = [](sample_options& o) {
        o.model = model_kind::robust;
        o.samples_nu = true;
        o.noise_scale = 0.2;
    };
    auto const fixed = set_up_table(heavy_tails(1500), change);
    CHECK(fixed.names() == strings{"a", "b", "nu"});
    double const plain = mean_log(values_of(fixed, 300));
    CHECK(std::abs(plain - std::log(3.0)) < 0.5);
    auto rows = heavy_tails(1500);
    for (auto& row : rows) row.push_back(1);
    auto const weighted = set_up_table(rows, [&](sample_options& o) {
        change(o);
        o.cases.weights = "c";
    });
    CHECK(weighted.names() == strings{"a", "b", "nu"});
    CHECK(std::abs(mean_log(values_of(weighted, 300)) - plain) < 0.3);
}

TEST_CASE("the size of a negative binomial is a parameter, too, and has the posterior of the counts' spread") {
    auto rows = coin_tosses(2000, 1, 4);
    made_normals normal(6);
    for (auto& row : rows) {  // a geometric count: size 1
        double const mean = std::exp(0.3 * row[1] + 1), u = 0.5 * std::erfc(-normal() / std::sqrt(2.0));
        row[0] = std::floor(std::log(u) / std::log(mean / (1 + mean)));
        row.push_back(1);
    }
    auto const setup = set_up_table(rows, [](sample_options& o) {
        o.model = model_kind::negative_binomial;
        o.samples_size = true;
    });
    CHECK(setup.names() == strings{"a", "b", "size"});
    CHECK(!setup.likeliest_spread);
    CHECK(setup.spread == setup.likeliest_on_grid);
    CHECK(std::abs(mean_log(values_of(setup, 400))) < 0.25);
}
