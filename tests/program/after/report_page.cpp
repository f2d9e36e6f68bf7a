#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "page.hpp"

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a report is one page with all its sections") {
    auto draws = made_draws();
    draws.facts.emplace_back("brightest", "17:0.93 5:0.2 | 17:0.9 | none | 17:0.5");
    auto const page = page_of(draws);
    CHECK(page.starts_with("<!doctype html>"));
    CHECK(page.ends_with("</html>\n"));
    CHECK(page.find("<h1>Logistic regression</h1>") != std::string::npos);
    CHECK(page.find("vote explained by 1000 rows. 4 chains of 500 draws") != std::string::npos);
    CHECK(page.find("No problems found.") != std::string::npos);
    for (char const* const heading : {"Is anything wrong?", "What defines the model", "What was run", "Forecast and observation",
                                      "Parameters", "Chains", "Along the chains", "The data most often bright"}) {
        CAPTURE(heading);
        CHECK(page.find(std::string(">") + heading + "</h2>") != std::string::npos);
    }
    CHECK(page.find("<tr><th scope=\"row\">17</th><td>0.583</td>") != std::string::npos);
    CHECK(count(page, "<figcaption>Trace of ") == 3);
    CHECK(count(page, "<script") == 0);
    CHECK(count(page, "<section") == count(page, "</section>"));
    CHECK(count(page, "<details") == count(page, "</details>"));
}

TEST_CASE("names from files are not taken for HTML, and findings are shown") {
    auto draws = made_draws(1, 2000);
    draws.parameters[0].labels[0][1] = "<script>alert(1)</script>";
    auto const page = page_of(draws);
    CHECK(count(page, "<script") == 0);
    CHECK(page.find("&lt;script&gt;") != std::string::npos);
    CHECK(page.find("<div class=\"finding note\"><strong>Note:</strong> There is only one chain") != std::string::npos);
}

TEST_CASE("draws of another program have no forecast to compare with") {
    auto draws = made_draws();
    draws.facts.clear();
    auto const page = page_of(draws);
    CHECK(page.find("<h1>Draws</h1>") != std::string::npos);
    CHECK(page.find("Forecast and observation") == std::string::npos);
    CHECK(page.find("The data most often bright") == std::string::npos);
}

TEST_CASE("of very many parameters the worst are plotted") {
    auto draws = made_draws(2, 60);
    auto& variable = draws.parameters[0];
    variable.labels[0].clear();
    for (std::size_t i = 0; i < 50; ++i) variable.labels[0].push_back("p" + std::to_string(i));
    for (std::size_t c = 0; c < 2; ++c) {
        made_normals normal(c + 3);
        variable.chains[c].clear();
        for (std::size_t i = 0; i < 60 * 50; ++i) variable.chains[c].push_back(normal() + (i % 50 == 7 && c == 1 ? 9 : 0));
    }
    auto const page = page_of(draws);
    CHECK(count(page, "<figcaption>Trace of ") == 40);
    CHECK(page.find("<details open><summary><b>p7</b>") != std::string::npos);
}

TEST_CASE("levels of a group are folded behind all others, and of very many the furthest from zero are shown") {
    auto draws = made_draws(2, 60);
    auto const add_group = [&](std::string const& name, std::size_t levels) {
        stored_variable group{.name = name, .dimensions = {name + "_level"}, .labels = {{}}};
        for (std::size_t k = 0; k < levels; ++k) group.labels[0].push_back("k" + std::to_string(k));
        for (std::size_t c = 0; c < 2; ++c) {
            made_normals normal(c + 5);
            auto& chain = group.chains.emplace_back();
            for (std::size_t i = 0; i < 60; ++i)
                for (std::size_t k = 0; k < levels; ++k) chain.push_back(static_cast<double>(k) - 200 + 0.1 * normal());
        }
        draws.parameters.push_back(std::move(group));
    };
    add_group("few", 3);
    add_group("many", 700);
    auto const page = page_of(draws);
    CHECK(count(page, "<section") == count(page, "</section>"));
    CHECK(count(page, "<details") == count(page, "</details>"));
    auto const common = page.find("<th scope=\"row\">income</th>"),
               folded = page.find("<details><summary><b>few</b> · 3 levels, from few[k0] (-200) to few[k2] (-198)");
    REQUIRE((common != std::string::npos && folded != std::string::npos));
    CHECK(common < folded);
    CHECK(folded < page.find("<th scope=\"row\">few[k1]</th>"));
    CHECK(count(page, "<th scope=\"row\">many[") == 500);
    CHECK(page.find("<th scope=\"row\">many[k699]</th>") != std::string::npos);
    CHECK(page.find("<th scope=\"row\">many[k200]</th>") == std::string::npos);
    CHECK(page.find("The 500 of 700 levels whose means are furthest from zero") != std::string::npos);
}

TEST_CASE("a report of a softmax has a table of contrasts, and plots of them") {
    auto const page = page_of(made_classes());
    CHECK(page.find(">Contrasts against setosa</h2>") != std::string::npos);
    CHECK(page.find("<th scope=\"row\">versicolor vs setosa:petal</th>") != std::string::npos);
    CHECK(page.find("<dt>Parameters</dt><dd>6</dd>") != std::string::npos);
    CHECK(page.find("All parameters and contrasts, those") != std::string::npos);
    CHECK(count(page, "<figcaption>Trace of ") == 10);
    CHECK(page_of(made_draws()).find("Contrasts") == std::string::npos);
}

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
