#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"
#include "support/made_draws.hpp"

import firefly.program.input;
import firefly.program.after;

using namespace firefly;
using namespace firefly::program;
using strings = std::vector<std::string>;

namespace {

/// Draws of an intercept, the indicator of one of two regions, and a number.
stored_draws draws_of_regions() {
    auto draws = made_draws(1, 4);
    draws.parameters[0].labels = {{"(intercept)", "region=south", "age"}};
    return draws;
}

stored_draws with_levels(stored_draws draws, strings const& levels) {
    draws.facts.emplace_back("categories", "1");
    draws.facts.emplace_back("category_1", "region");
    for (std::size_t k = 0; k < levels.size(); ++k)
        draws.facts.emplace_back("category_1_level_" + std::to_string(k + 1), levels[k]);
    return draws;
}

predict_options options_for(temporary_directory const& directory, stored_draws draws) {
    draws.statistics.clear();
    write_stan_csv(directory / "draws.csv", draws);
    return {.draws = {(directory / "draws.csv").string()}};
}

}  // namespace

TEST_CASE("a model is loaded with its columns, its levels and its outcomes, and fewer draws are spread evenly") {
    temporary_directory const directory;
    auto options = options_for(directory, with_levels(draws_of_regions(), {"north", "south"}));
    auto const fit = load_model(options);
    CHECK(fit.kind == model_kind::logistic);
    CHECK(fit.outcomes == strings{"no", "yes"});
    CHECK(fit.target == "vote");
    CHECK(fit.theta.shape(0) == 4);
    REQUIRE(fit.categories.size() == 1);
    CHECK(fit.categories[0].levels == strings{"north", "south"});
    CHECK(fit.categories[0].unseen_as == std::nullopt);
    options.most_draws = 2;
    auto const fewer = load_model(options);
    CHECK(fewer.theta.shape(0) == 2);
    CHECK(fewer.theta(1, 0) == fit.theta(2, 0));
}

TEST_CASE("new rows are read as the columns that the features were made of") {
    temporary_directory const directory;
    auto options = options_for(directory, with_levels(draws_of_regions(), {"north", "south"}));
    options.keep = {"17", "id"};
    options.missing = missing_cells::drop;
    auto const how = how_to_read(load_model(options), options);
    CHECK(how.features == strings{"(intercept)", "age", "region"});
    CHECK(how.levels[0].column == "region");
    CHECK(how.classes == strings{"no", "yes"});
    CHECK(how.target == "vote");
    CHECK(how.need == target_need::optional);
    CHECK(how.keep == options.keep);
    CHECK(how.missing == missing_cells::drop);
    CHECK(how.libsvm_columns == 17u);
    options.target = "choice";
    CHECK(how_to_read(load_model(options), options).need == target_need::required);
    options.no_score = true;
    CHECK(how_to_read(load_model(options), options).need == target_need::none);
}

TEST_CASE("unseen levels are taken for the reference on request, where there is one") {
    temporary_directory const directory;
    auto options = options_for(directory, with_levels(draws_of_regions(), {"north", "south"}));
    options.unseen_as_reference = true;
    CHECK(load_model(options).categories[0].unseen_as == 0u);
    auto all = options_for(directory, with_levels(draws_of_regions(), {"south", "west"}));
    all.unseen_as_reference = true;
    CHECK(load_model(all).categories[0].unseen_as == std::nullopt);
}

TEST_CASE("draws that do not record their levels need to be told what becomes of others") {
    temporary_directory const directory;
    auto options = options_for(directory, draws_of_regions());
    CHECK(
        complaint<data_error>([&] { load_model(options); }) ==
        "draws.csv: does not record the levels of \"region\": an older firefly wrote it, and a level that was never fitted cannot be told "
        "from the reference level; sample again, or take all levels without a coefficient for the reference: --unseen reference");
    options.unseen_as_reference = true;
    auto const category = load_model(options).categories[0];
    CHECK(category.levels == strings{"", "south"});
    CHECK(category.unseen_as == 0u);
}

TEST_CASE("an ordinal model is loaded with its categories in order, and the cutpoints of the draws that are taken") {
    temporary_directory const directory;
    auto draws = made_draws(1, 4);
    draws.parameters.push_back(cutpoints(2));
    draws.parameters[1].chains = {{1, 2, 3, 4, 5, 6, 7, 8}};
    draws.parameters[1].warm_up = {{}};
    draws.facts = {{"model", "ordinal"}, {"target", "vote"}, {"label_1", "low"}, {"label_2", "some"}, {"label_3", "top"}};
    auto options = options_for(directory, draws);
    options.most_draws = 2;
    auto const fit = load_model(options);
    CHECK(fit.kind == model_kind::ordinal);
    CHECK(fit.outcomes == strings{"low", "some", "top"});
    CHECK(fit.features.size() == 3);
    CHECK(fit.width() == 1);
    CHECK(fit.predictions() == 3);
    REQUIRE(fit.cutpoints.shape(0) == 2);
    CHECK(fit.cutpoints(0, 1) == 2);
    CHECK(fit.cutpoints(1, 0) == 5);
    for (auto const& damage : {+[](stored_draws& d) { d.facts.pop_back(); }, +[](stored_draws& d) { d.parameters.pop_back(); }}) {
        auto damaged = draws;
        damage(damaged);
        CHECK(complaint<data_error>([&] { load_model(options_for(directory, damaged)); }) ==
              "draws.csv: does not say which cutpoints and categories it is of; give draws that `firefly sample` wrote");
    }
}

TEST_CASE("a model with noise is loaded with the scale of each draw, or with the one that was held fixed") {
    temporary_directory const directory;
    auto draws = made_draws(1, 4);
    draws.facts = {{"model", "gaussian"}, {"target", "vote"}, {"noise_scale", "1.5"}};
    CHECK(load_model(options_for(directory, draws)).numbers.spread == 1.5);
    CHECK(load_model(options_for(directory, draws)).noise.size() == 0);
    draws.facts.back() = {"noise_prior_scale", "2"};
    draws.parameters.push_back({.name = "sigma", .chains = {{1, 2, 3, 4}}, .warm_up = {{}}});
    auto options = options_for(directory, draws);
    options.most_draws = 2;
    auto const fit = load_model(options);
    CHECK(fit.numbers.spread == 1);
    REQUIRE(fit.noise.shape(0) == 2);
    CHECK(fit.noise(0, 0) == 1);
    CHECK(fit.noise(1, 0) == 3);
    for (double const bad : {0.0, -1.0}) {
        draws.parameters[1].chains[0][2] = bad;
        CHECK(complaint<data_error>([&] { load_model(options_for(directory, draws)); }) ==
              "draws.csv: has a sigma that is no positive number; give draws that `firefly sample` wrote");
    }
}

TEST_CASE("degrees of freedom and sizes are those of each draw where they were sampled") {
    temporary_directory const directory;
    auto draws = made_draws(1, 4);
    draws.facts = {{"model", "robust"}, {"target", "vote"}, {"noise_scale", "1.5"}, {"nu_prior", "some"}};
    CHECK(complaint<data_error>([&] { load_model(options_for(directory, draws)); }) ==
          "draws.csv: does not have nu as its model asks for; give draws that `firefly sample` wrote");
    draws.parameters.push_back({.name = "nu", .chains = {{2, 3, 5, 8}}, .warm_up = {{}}});
    auto const robust = load_model(options_for(directory, draws));
    CHECK(robust.numbers_of(2).nu == 5);
    CHECK(robust.numbers_of(2).spread == 1.5);
    draws.facts = {{"model", "negative-binomial"}, {"target", "vote"}, {"size_prior", "some"}};
    draws.parameters[1].name = "size";
    CHECK(load_model(options_for(directory, draws)).numbers_of(3).spread == 8);
    // One of this name is not meant where the size is fixed.
    draws.facts.back() = {"size", "4"};
    CHECK(load_model(options_for(directory, draws)).numbers_of(3).spread == 4);
}

TEST_CASE("draws that do not say what they are of are refused") {
    temporary_directory const directory;
    auto draws = made_draws(1, 4);
    draws.facts[0] = {"model", "something else"};
    CHECK(complaint<data_error>([&] { load_model(options_for(directory, draws)); }) ==
          "draws.csv: does not say which model and columns it is of; give draws that `firefly sample` wrote");
    draws.facts[0] = {"model", "robust"};
    CHECK(complaint<data_error>([&] { load_model(options_for(directory, draws)); }) ==
          "draws.csv: does not say the number \"nu\" of its model; give draws that `firefly sample` wrote");
    draws.facts[0] = {"model", "gamma"};
    draws.facts.emplace_back("shape", "-1");
    CHECK(complaint<data_error>([&] { load_model(options_for(directory, draws)); }) ==
          "draws.csv: does not say the number \"shape\" of its model; give draws that `firefly sample` wrote");
}
