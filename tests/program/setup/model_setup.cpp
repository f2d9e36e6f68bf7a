#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

import firefly;
import firefly.program.input;
import firefly.program.setup;

using namespace firefly;
using firefly::program::column_prior;
using firefly::program::model_setup;
using firefly::program::prior_of_column;

TEST_CASE("parts of firefly have their words, and regular MCMC has none of them") {
    model_setup setup{};
    setup.chosen = {.bound = bound_kind::jaakkola_jordan, .kernel = kernel_kind::mala, .updater = updater_kind::clocked};
    CHECK(setup.bound() == "jaakkola-jordan");
    CHECK(setup.kernel() == "mala");
    CHECK(setup.updater() == "clocked");
    setup.chosen.bound = none;
    setup.chosen.updater = none;
    CHECK(setup.bound().empty());
    CHECK(setup.updater().empty());
}

TEST_CASE("names of θ are those of a draw without the learned scales of the prior") {
    model_setup setup{};
    setup.parameters = {coefficients({"(intercept)", "x"}),
                        {.name = "sigma"},
                        {.name = "horseshoe"},
                        {.name = "sd_horseshoe", .dimensions = {"horseshoe_column"}, .labels = {{"x"}}},
                        {.name = "sd_shop"},
                        {.name = "shop", .dimensions = {"shop_level"}, .labels = {{"a", "b"}}}};
    setup.priors = {{.columns = 1},
                    {.columns = 1, .kind = column_prior::shape::horseshoe, .scale_name = "horseshoe"},
                    {.columns = 2, .kind = column_prior::shape::learned, .scale_name = "sd_shop"}};
    CHECK(setup.names() ==
          std::vector<std::string>{"(intercept)", "x", "sigma", "horseshoe", "sd_horseshoe[x]", "sd_shop", "shop[a]", "shop[b]"});
    CHECK(setup.names_of_theta() == std::vector<std::string>{"(intercept)", "x", "sigma", "shop[a]", "shop[b]"});
}

TEST_CASE("every column has its own prior, or the one of all others; the intercept may have a scale of its own") {
    using enum column_prior::shape;
    model_setup setup{};
    setup.prior = "laplace";
    setup.prior_scale = 2;
    setup.intercept_scale = 7;
    setup.priors = {{.columns = 2},
                    {.columns = 1, .kind = flat},
                    {.columns = 2, .kind = student_t, .scale = 3, .degrees_of_freedom = 4},
                    {.columns = 1, .kind = learned, .scale_name = "s"},
                    {.columns = 1, .kind = normal, .scale = 5},
                    {.columns = 2, .kind = horseshoe, .scale_name = "horseshoe"}};
    auto const variance = [&](std::size_t column) { return prior_of_column(setup, column).variance(); };
    CHECK(prior_of_column(setup, 0).word == "laplace");
    CHECK(variance(0) == 2 * 49);
    CHECK(variance(1) == 2 * 4);
    CHECK(prior_of_column(setup, 2).word == "flat");
    CHECK(std::isinf(variance(2)));
    CHECK(variance(3) == 18);  // ν/(ν − 2) times the square of the scale
    CHECK(variance(4) == 18);
    CHECK(prior_of_column(setup, 5).word == "learned");
    CHECK(variance(6) == 25);
    CHECK(prior_of_column(setup, 8).word == "horseshoe");
    CHECK(std::isinf(variance(8)));
}
