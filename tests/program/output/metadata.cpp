#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

import firefly;
import firefly.program.input;
import firefly.program.setup;
import firefly.program.output;

using namespace firefly;
using namespace firefly::program;

namespace {

model_setup some_setup() {
    model_setup setup{};
    setup.rows = 500;
    setup.target = "vote";
    setup.labels = {"no", "yes"};
    setup.prior_scale = 0.3;
    setup.spread = 1.5;
    setup.likeliest_spread = 1.25;
    setup.expected = forecast{};
    setup.chosen = {.algorithm = algorithm_kind::firefly,
                    .anchor = anchor_kind::maximum,
                    .bound = bound_kind::jaakkola_jordan,
                    .region = 7.5,
                    .kernel = kernel_kind::mala,
                    .updater = updater_kind::implicit_form,
                    .candidates = none,
                    .start = start_kind::laplace};
    setup.reasons = {"One reason.", "Another."};
    return setup;
}

}  // namespace

TEST_CASE("a run of fireflies says what it was made of") {
    sample_options options;
    options.data = "people.csv";
    options.prior = prior_kind::laplace;
    options.missing = missing_cells::drop;
    options.standardize = true;
    options.arguments = {"--data=people.csv",
                         "--target=the vote",
                         "--seed=7",
                         "--output=a.nc",
                         "--report=r.html",
                         "--checkpoint=c",
                         "--threads=3",
                         "--quiet=true",
                         "--features=it's",
                         "--prior=laplace",
                         "--prior=age ~ normal(0, s)"};
    auto setup = some_setup();
    setup.columns = {"(intercept)", "age"};
    setup.intercept_scale = 10;
    setup.dropped = 20;
    setup.to_data_scale = data_scale(column_scale(to_vector(std::vector{0.0, 44.5}), to_vector(std::vector{1.0, 4.0})));
    auto const facts = describe_run(options, setup);
    auto const fact = [&](char const* key) { return find_fact(facts, key).value_or("nothing"); };
    CHECK(fact("model") == "logistic");
    CHECK(fact("algorithm") == "flymc");
    CHECK(fact("kernel") == "mala");
    CHECK(fact("updater") == "implicit");
    CHECK(fact("bound") == "jaakkola-jordan");
    CHECK(fact("options").starts_with("--algorithm firefly --anchor map"));
    CHECK(fact("rows") == "500");
    CHECK(fact("target") == "vote");
    CHECK(fact("data") == "people.csv");
    CHECK(fact("prior") == "laplace");
    CHECK(fact("prior_scale") == "0.3");
    CHECK(fact("intercept_scale") == "10");
    CHECK(fact("standardized") == "yes");
    CHECK(fact("deviations") == "1 4");
    CHECK(fact("centred") == "yes");
    CHECK(fact("centres") == "0 44.5");
    CHECK(fact("prior_scales") == "10 0.075");
    CHECK(fact("modelled_class") == "yes");
    CHECK(fact("rows_dropped") == "20");
    CHECK(fact("rows_dropped_because") == "a cell is missing");
    CHECK(fact("version").find('.') != std::string::npos);
    CHECK(
        fact("command") ==
        "firefly sample --data=people.csv '--target=the vote' --seed=7 '--features=it'\\''s' --prior=laplace '--prior=age ~ normal(0, s)'");
    CHECK(fact("missing") == "drop");
    CHECK(fact("label_1") == "no");
    CHECK(fact("label_2") == "yes");
    CHECK(fact("plan") == "One reason. Another.");
    CHECK(fact("region_radius") == "7.5");
    CHECK(fact("expected_bright") != "nothing");
    CHECK(fact("noise_scale") == "nothing");
    CHECK(fact("separated") == "nothing");
}

TEST_CASE("what set-up saw in the data is in the files, and nothing where it saw nothing") {
    auto setup = some_setup();
    auto const fact = [&](char const* key) { return find_fact(describe_run({}, setup), key).value_or("nothing"); };
    for (char const* const key :
         {"separating_columns", "uninformed", "pulled", "widest_column", "narrowest_column", "spread_ratio", "dominant_row",
          "dominant_share", "dispersion", "dispersion_error", "zeros", "expected_zeros", "zeros_error"})
        CHECK(fact(key) == "nothing");
    setup.seen = {.separating = {"a", "b", "c", "d", "e"},
                  .uninformed = {"f"},
                  .pulled = {"g", "h"},
                  .uneven = data_survey::uneven_columns{"wide", "narrow", 12345},
                  .dominant = data_survey::dominant_row{16, 0.93456},
                  .dispersion = data_survey::count_dispersion{2.25, 0.0625},
                  .zeros = data_survey::zero_counts{1'234'567, 1000.5, 30.25}};
    CHECK(fact("separating_columns") == "a, b, c and 2 more");
    CHECK(fact("uninformed") == "f");
    CHECK(fact("pulled") == "g and h");
    CHECK(fact("widest_column") == "wide");
    CHECK(fact("narrowest_column") == "narrow");
    CHECK(fact("spread_ratio") == "1.23e+04");
    CHECK(fact("dominant_row") == "17");
    CHECK(fact("dominant_share") == "0.935");
    CHECK(fact("dispersion") == "2.25");
    CHECK(fact("dispersion_error") == "0.0625");
    CHECK(fact("zeros") == "1234567");
    CHECK(fact("expected_zeros") == "1000.5");
    CHECK(fact("zeros_error") == "30.2");
}

TEST_CASE("how the model fits is in the files") {
    auto setup = some_setup();
    for (char const* const key : {"count_bins", "residual_bins", "calibration_1", "roc"})
        CHECK_FALSE(find_fact(describe_run({}, setup), key));
    setup.seen.counts = binned_data{.start = 0, .width = 2, .observed = {1e6, 3, 0}, .expected = {12.5, 1.0 / 3, 0.125}};
    setup.seen.residuals = binned_data{.start = -3.5, .width = 0.5, .observed = {1, 2}, .expected = {3, 4}};
    setup.seen.calibration = {{{0.25, 0.5, 0.0123456}, {0.75, 1, 0.25}}, {}, {{0.5, 0.5, 0.5}}};
    setup.seen.roc = {{0, 0}, {1.0 / 3, 0.75}, {1, 1}};
    auto const facts = describe_run({}, setup);
    CHECK(find_fact(facts, "count_bins") == "0 2 1000000 12.5 3 0.333333 0 0.125");
    CHECK(find_fact(facts, "residual_bins") == "-3.5 0.5 1 3 2 4");
    CHECK(find_fact(facts, "calibration_1") == "0.25 0.5 0.0123 0.75 1 0.25");
    CHECK_FALSE(find_fact(facts, "calibration_2"));
    CHECK(find_fact(facts, "calibration_3") == "0.5 0.5 0.5");
    CHECK(find_fact(facts, "roc") == "0 0 0.3333 0.75 1 1");
}

TEST_CASE("a softmax says which class its contrasts are against") {
    sample_options options;
    options.model = model_kind::softmax;
    auto setup = some_setup();
    setup.labels = setup.classes = {"a", "b", "c"};
    CHECK(find_fact(describe_run(options, setup), "reference") == "a");
    options.reference = "c";
    CHECK(find_fact(describe_run(options, setup), "reference") == "c");
    CHECK_FALSE(find_fact(describe_run({}, some_setup()), "reference"));
}

TEST_CASE("a model says the numbers that it holds fixed, and of no other") {
    auto const facts_of = [](model_kind model, std::optional<double> likeliest) {
        sample_options options;
        options.model = model;
        auto setup = some_setup();
        setup.likeliest_spread = likeliest;
        return describe_run(options, setup);
    };
    auto const binomial = facts_of(model_kind::negative_binomial, 1.25);
    CHECK(find_fact(binomial, "model") == "negative-binomial");
    CHECK(find_fact(binomial, "size") == "1.5");
    CHECK(find_fact(binomial, "likeliest_size") == "1.25");
    CHECK_FALSE(find_fact(binomial, "noise_scale"));
    auto const given = facts_of(model_kind::gamma, std::nullopt);
    CHECK(find_fact(given, "shape") == "1.5");
    CHECK_FALSE(find_fact(given, "likeliest_shape"));
    auto const huber = facts_of(model_kind::huber, 1.25);
    CHECK(find_fact(huber, "threshold") == "1.345");
    CHECK(find_fact(huber, "noise_scale") == "1.5");
    CHECK_FALSE(find_fact(huber, "nu"));
    for (model_kind const model : {model_kind::probit, model_kind::cloglog})
        CHECK(find_fact(facts_of(model, std::nullopt), "modelled_class") == "yes");
}

TEST_CASE("of noise whose scale was sampled the prior's scale is told, and no scale that is held fixed") {
    sample_options options;
    options.model = model_kind::robust;
    auto setup = some_setup();
    setup.noise_prior_scale = 3.5;
    setup.likeliest_spread = std::nullopt;
    auto const facts = describe_run(options, setup);
    CHECK(find_fact(facts, "noise_prior_scale") == "3.5");
    CHECK_FALSE(find_fact(facts, "noise_scale"));
    CHECK_FALSE(find_fact(facts, "likeliest_noise_scale"));
}

TEST_CASE("regular MCMC says nothing of bounds, and a robust model what its noise is") {
    sample_options options;
    options.model = model_kind::robust;
    options.no_center = true;
    auto setup = some_setup();
    setup.separated = true;
    setup.columns = {"(intercept)", "age"};
    setup.chosen = {.algorithm = algorithm_kind::regular,
                    .anchor = anchor_kind::maximum,
                    .bound = none,
                    .region = none,
                    .kernel = kernel_kind::independence,
                    .updater = none,
                    .candidates = none,
                    .start = start_kind::laplace};
    auto const facts = describe_run(options, setup);
    CHECK(find_fact(facts, "algorithm") == "regular");
    CHECK(find_fact(facts, "bound") == std::nullopt);
    CHECK(find_fact(facts, "nu") == "4");
    CHECK(find_fact(facts, "noise_scale") == "1.5");
    CHECK(find_fact(facts, "likeliest_noise_scale") == "1.25");
    CHECK(find_fact(facts, "separated") == "yes");
    CHECK(find_fact(facts, "intercept_scale") == std::nullopt);
    CHECK(find_fact(facts, "centred") == std::nullopt);
    CHECK(find_fact(facts, "centres") == std::nullopt);
    CHECK(find_fact(facts, "deviations") == std::nullopt);
    CHECK(find_fact(facts, "prior_scales") == "0.3 0.3");
    CHECK(find_fact(facts, "modelled_class") == std::nullopt);
    CHECK(find_fact(facts, "rows_dropped") == std::nullopt);
}

TEST_CASE("all levels of categories are told, and told again from the facts") {
    auto setup = some_setup();
    setup.categories = {{"region", {"north", "south, far"}}, {"sex", {"f", "m", "x"}}};
    auto const facts = describe_run({}, setup);
    CHECK(find_fact(facts, "categories") == "2");
    CHECK(find_fact(facts, "category_1") == "region");
    CHECK(find_fact(facts, "category_1_level_2") == "south, far");
    auto const told = categories_of(facts);
    REQUIRE(told.has_value());
    REQUIRE(told->size() == 2);
    CHECK((*told)[0].column == "region");
    CHECK((*told)[1].levels == setup.categories[1].levels);

    auto const no_category = categories_of(describe_run({}, some_setup()));
    REQUIRE(no_category.has_value());
    CHECK(no_category->empty());
    CHECK_FALSE(categories_of({{"model", "logistic"}}).has_value());
}
