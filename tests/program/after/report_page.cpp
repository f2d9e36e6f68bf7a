#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "page.hpp"

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a report is one page with all its sections") {
    auto draws = made_draws();
    draws.facts.emplace_back("brightest", "17:0.93 5:0.2 | 17:0.9 | none | 17:0.5");
    draws.facts.emplace_back("prior_scales", "2.5 2.5 2.5");
    draws.facts.emplace_back("centres", "0 1 2");
    auto const page = page_of(draws);
    CHECK(page.starts_with("<!doctype html>"));
    CHECK(page.ends_with("</html>\n"));
    CHECK(page.find("<h1>Logistic regression</h1>") != std::string::npos);
    CHECK(page.find("vote explained by 1,000 rows. 3 parameters, 4 chains of 500 draws, kernel bright-gibbs.") !=
          std::string::npos);
    CHECK(page.find("No problems found.") != std::string::npos);
    std::size_t last = 0;  // the picture comes first, what was run last
    for (char const* const heading :
         {"Posterior", "Is anything wrong?", "Parameters", "Chains", "Pairs", "Prior and posterior", "Along the chains",
          "Forecast and observation", "The data most often bright", "What defines the model", "What was run"}) {
        CAPTURE(heading);
        auto const at = page.find(std::string(">") + heading + "</h2>");
        CHECK(at != std::string::npos);
        CHECK(at > last);
        last = at;
        CHECK(page.find(std::string(">") + heading + "</a>") != std::string::npos);
    }
    CHECK(count(page, "<a href=\"#") == 11);
    CHECK(count(page, "href=") == count(page, "href=\"#"));
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

TEST_CASE("every picture has words for those who do not see it") {
    auto draws = made_draws(12, 100);
    draws.facts.emplace_back("roc", "0 0 0.25 0.75 1 1");
    for (auto const& page : {page_of(draws), page_of(made_classes())}) {
        CHECK(count(page, "<svg ") > 10);
        CHECK(count(page, "<svg ") == count(page, "role=\"img\" aria-label=\"") + count(page, "aria-hidden=\"true\"><path"));
        CHECK(count(page, "<figure>") == count(page, "</figcaption></figure>"));
        CHECK(page.find("nan") == std::string::npos);
    }
}

TEST_CASE("a page of 1000 parameters and 64 chains has at most 4 MB") {
    auto draws = made_draws(64, 16);
    auto& variable = draws.parameters[0];
    variable.labels[0].clear();
    for (std::size_t i = 0; i < 1000; ++i) variable.labels[0].push_back("coefficient_of_column_" + std::to_string(i));
    for (std::size_t c = 0; c < 64; ++c) {
        made_normals normal(c + 3);
        variable.chains[c].clear();
        for (std::size_t i = 0; i < 16 * 1000; ++i) variable.chains[c].push_back(normal());
    }
    auto const page = page_of(draws);
    CHECK(page.size() < 4'000'000);
    CHECK(page.find("1,000 parameters, 64 chains of 16 draws") != std::string::npos);
    CHECK(page.find("<details><summary>Table of 1,000 parameters</summary>") != std::string::npos);
    CHECK(count(page, "<details") == count(page, "</details>"));
}

TEST_CASE("draws that are not finite, or do not move, make a page all the same") {
    auto draws = made_draws(2, 40);
    double const missing = std::numeric_limits<double>::quiet_NaN(), endless = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 40; ++i) {
        draws.parameters[0].chains[0][3 * i] = i == 5 ? missing : 1;
        draws.parameters[0].chains[0][3 * i + 1] = i == 7 ? endless : 1e308;
        draws.parameters[0].chains[1][3 * i + 2] = draws.parameters[0].chains[0][3 * i + 2] = 4;
    }
    draws.facts.emplace_back("prior_scales", "2.5 2.5 2.5");
    auto const page = page_of(draws);
    CHECK(page.ends_with("</html>\n"));
    for (char const* const number : {"M-nan", "Mnan", "Lnan", "Minf", "Linf", "=\"nan", "=\"inf", " nan", " inf\""}) {
        CAPTURE(number);
        CHECK(page.find(number) == std::string::npos);
    }
}
