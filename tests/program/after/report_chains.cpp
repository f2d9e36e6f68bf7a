#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "page.hpp"

using namespace firefly;
using namespace firefly::program;

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
    CHECK(page.find("<details open><summary><b>p7</b> <span class=\"whole\">· R-hat ") != std::string::npos);
    CHECK(page.find("<details><summary>37 more parameters</summary>") != std::string::npos);
    CHECK(count(page, "<details") == count(page, "</details>"));
}

TEST_CASE("chains have a trace, ranks and autocorrelations for each parameter, and a key to their colours") {
    auto const page = page_of(made_draws(4, 60));
    for (char const* const what : {"Trace", "Ranks", "Autocorrelation"})
        CHECK(count(page, std::string("<figcaption>") + what + " of ") == 3);
    CHECK(page.find(" chain 4</span>") != std::string::npos);
    CHECK(page.find(" chain 5</span>") == std::string::npos);
    CHECK(page.find("On top") == std::string::npos);
}

TEST_CASE("where no row was ever bright, that is said and not drawn") {
    auto draws = made_draws(2, 60);
    auto queries = draws.statistics.front(), density = queries;
    queries.name = "n_lik__";
    density.name = "lp__";
    draws.statistics.push_back(std::move(queries));
    draws.statistics.push_back(std::move(density));
    CHECK(page_of(draws).find("No row was bright") == std::string::npos);
    for (std::size_t i = 0; i < 2; ++i)
        for (auto& chain : draws.statistics[i].chains) std::ranges::fill(chain, 0.0);
    auto const page = page_of(draws);
    CHECK(page.find("No row was bright, and no likelihood was evaluated.") != std::string::npos);
    CHECK(page.find("Bright data along the chains") == std::string::npos);
    CHECK(page.find("Likelihoods evaluated along the chains") == std::string::npos);
    CHECK(page.find("Log density along the chains") != std::string::npos);
}

TEST_CASE("of many chains those farthest from the rest are named") {
    auto draws = made_draws(20, 60);
    for (std::size_t i = 0; i < 60; ++i) draws.parameters[0].chains[12][3 * i] += 2;
    auto const page = page_of(draws);
    CHECK(page.find("Of 20 chains the band is from the lowest to the highest") != std::string::npos);
    auto const caption = page.find("<figcaption>Trace of (intercept). On top, farthest from the rest:");
    REQUIRE(caption != std::string::npos);
    CHECK(page.substr(caption, page.find("</figcaption>", caption) - caption).find(" chain 13</span>") != std::string::npos);
}
