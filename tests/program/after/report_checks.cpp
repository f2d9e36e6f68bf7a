#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "page.hpp"

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a report shows how the model fits, by the picture that suits it") {
    CHECK(page_of(made_draws()).find(">Checks</h2>") == std::string::npos);
    auto const with = [](stored_draws draws, std::string const& model, fact_list const& facts) {
        draws.facts.front().second = model;
        draws.facts.insert(draws.facts.end(), facts.begin(), facts.end());
        return page_of(draws);
    };
    auto const classes = with(made_draws(), "logistic", {{"calibration_1", "0.25 0.3 0.02 0.75 0.7 0.02"}});
    CHECK(classes.find(">Checks</h2>") != std::string::npos);
    CHECK(classes.find("<figcaption>Calibration of yes</figcaption>") != std::string::npos);
    CHECK(classes.find("Data in groups") != std::string::npos);
    CHECK(classes.find("Bars hang") == std::string::npos);
    auto const counts = with(made_draws(), "poisson", {{"count_bins", "0 1 10 12 5 4 0 1"}});
    CHECK(counts.find("<figcaption>Counts</figcaption>") != std::string::npos);
    CHECK(counts.find("Bars hang") != std::string::npos);
    CHECK(counts.find("Data in groups") == std::string::npos);
    auto const numbers = with(made_draws(), "gaussian", {{"residual_bins", "-3.5 0.5 10 12 5 4 0 1"}});
    CHECK(numbers.find("<figcaption>Residuals</figcaption>") != std::string::npos);
    CHECK(numbers.find("even of a right model residuals are narrower") == std::string::npos);
    auto few_rows = made_draws();
    for (auto& [key, value] : few_rows.facts)
        if (key == "rows") value = "29";  // of three parameters
    CHECK(with(few_rows, "gaussian", {{"residual_bins", "-3.5 0.5 10 12 5 4 0 1"}})
              .find("even of a right model residuals are narrower") != std::string::npos);
    auto const trials = with(made_draws(), "binomial", {{"count_bins", "0 1 10 12 5 4 0 1"}, {"calibration_1", "0.25 0.3 0.02"}});
    CHECK(trials.find("<figcaption>Counts</figcaption>") != std::string::npos);
    CHECK(trials.find("<figcaption>Calibration of success</figcaption>") != std::string::npos);
    auto const many =
        with(made_classes(), "softmax",
             {{"calibration_1", "0.25 0.3 0.02"}, {"calibration_2", "0.5 0.5 0.1"}, {"calibration_3", "0.1 0.2 0.1"}});
    CHECK(count(many, "<figcaption>Calibration of ") == 3);
    CHECK(many.find("<figcaption>Calibration of virginica</figcaption>") != std::string::npos);
    CHECK(count(many, "<section") == count(many, "</section>"));
}

TEST_CASE("of two classes a curve says how well they are told apart") {
    auto draws = made_draws();
    draws.facts.emplace_back("roc", "0 0 0.25 0.75 1 1");
    auto const page = page_of(draws);
    CHECK(page.find("<figcaption>Receiver operating characteristic: area 0.750</figcaption>") != std::string::npos);
}
