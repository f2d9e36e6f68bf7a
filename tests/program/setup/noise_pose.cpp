/// Models whose noise has a scale that is sampled, through what set-up makes of them.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "surveyed.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

/// y = offset + size(½a − b + noise of scale 0.2), with a column of ones behind.
std::vector<std::vector<double>> line(std::size_t rows, double offset, double size) {
    auto result = coin_tosses(rows, 2, 4);
    made_normals normal(6);
    for (auto& row : result) {
        row[0] = offset + size * (0.5 * row[1] - row[2] + 0.2 * normal());
        row.push_back(1);
    }
    return result;
}

vector on_data_scale(model_setup const& setup) {
    vector theta = setup.at->theta;
    setup.to_data_scale(theta);
    return theta;
}

auto of_model(model_kind model) {
    return [model](sample_options& o) {
        o.model = model;
        o.prior_by_target = true;
        o.prior_scale = std::nullopt;
    };
}

}  // namespace

TEST_CASE("coefficients and noise are found in any unit, and far from zero: scales follow the target") {
    for (model_kind const model : {model_kind::robust, model_kind::gaussian, model_kind::log_cosh, model_kind::huber})
        for (double const size : {1e-6, 1.0, 1e6}) {
            CAPTURE(name_of(model));
            CAPTURE(size);
            auto const rows = line(2000, 3 * size, size);
            auto const setup = set_up_table(rows, of_model(model));
            vector const theta = on_data_scale(setup);
            REQUIRE(theta.size() == 4);
            CHECK(setup.names().back() == "sigma");
            CHECK(theta(0) == doctest::Approx(0.5 * size).epsilon(0.05));
            CHECK(theta(1) == doctest::Approx(-size).epsilon(0.05));
            CHECK(theta(2) == doctest::Approx(3 * size).epsilon(0.05));
            CHECK(theta(3) == doctest::Approx(0.2 * size).epsilon(0.4));  // hyperbolic secants and Student's have other scales
            CHECK(setup.spread == doctest::Approx(theta(3)));
            double squares = 0, mean = 0;
            for (auto const& row : rows) mean += row[0] / 2000;
            for (auto const& row : rows) squares += (row[0] - mean) * (row[0] - mean) / 2000;
            CHECK(setup.prior_scale == doctest::Approx(2.5 * std::sqrt(squares)));
            CHECK(*setup.noise_prior_scale == doctest::Approx(2.5 * std::sqrt(squares)));
            CHECK(setup.seen.uninformed.empty());
            CHECK(setup.seen.pulled.empty());
        }
}

TEST_CASE("a target that lies a million deviations from zero leaves the maximum where it is") {
    auto const near = set_up_table(line(500, 0, 1), of_model(model_kind::gaussian));
    auto const far = set_up_table(line(500, 1e6, 1), [](sample_options& o) {
        of_model(model_kind::gaussian)(o);
        o.prior_by_target = false;
        o.prior_scale = 1e8;
    });
    vector const a = on_data_scale(near), b = on_data_scale(far);
    for (std::size_t const j : {0u, 1u, 3u}) CHECK(b(j) == doctest::Approx(a(j)).epsilon(0.02));
    CHECK(b(2) == doctest::Approx(1e6).epsilon(1e-6));
}

TEST_CASE("what the prior decides is told as for noise that is held fixed") {
    auto const rows = line(300, 0, 1);
    auto const both = [&](double scale) {
        auto const with = [&](bool fixed) {
            return set_up_table(rows, [&](sample_options& o) {
                o.model = model_kind::gaussian;
                o.prior_scale = scale;
                if (fixed) o.noise_scale = 0.2;
            });
        };
        auto const sampled = with(false), fixed = with(true);
        CHECK(sampled.seen.pulled == fixed.seen.pulled);
        CHECK(sampled.seen.uninformed == fixed.seen.uninformed);
        return sampled.seen.pulled.size() + sampled.seen.uninformed.size();
    };
    CHECK(both(2.5) == 0);
    CHECK(both(0.1) > 0);
}

TEST_CASE("residuals are counted in units of the scale at the maximum") {
    auto const setup = set_up_table(line(4000, 0, 7), of_model(model_kind::gaussian));
    REQUIRE(setup.seen.residuals);
    auto const& bins = *setup.seen.residuals;
    for (std::size_t b = 0; b < bins.observed.size(); ++b)
        CHECK(std::abs(bins.observed[b] - bins.expected[b]) < 5 * std::sqrt(bins.expected[b] + 1));
}

TEST_CASE("held-out rows choose a prior scale that leaves coefficients alone: noise that swallows what they explain scores worse") {
    auto const setup = set_up_table(line(60, 0, 1), [](sample_options& o) {
        o.model = model_kind::gaussian;
        o.prior_scale = std::nullopt;
    });
    CHECK(setup.prior_scale > 0.3);
    CHECK(on_data_scale(setup)(1) == doctest::Approx(-1).epsilon(0.1));
    CHECK(on_data_scale(setup)(3) == doctest::Approx(0.2).epsilon(0.3));
}

TEST_CASE("a target so far from zero that its scatter is lost in rounding is refused with the number to subtract") {
    std::string const why =
        complaint<firefly::invalid_argument>([] { set_up_table(line(500, 1e9, 1), of_model(model_kind::gaussian)); });
    CHECK(why ==
          "the target lies around 1e+09 and scatters by 1.12 only: a noise scale cannot be sampled so far from zero; "
          "subtract 1e+09 from the target");
}
