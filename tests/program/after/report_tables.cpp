#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "page.hpp"

using namespace firefly;
using namespace firefly::program;

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
               folded = page.rfind("<details><summary><b>few</b> · 3 levels, from few[k0] (−200) to few[k2] (−198)");
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
    CHECK(page.find("<th scope=\"row\">versicolor vs setosa:<wbr>petal</th>") != std::string::npos);
    CHECK(page.find("<dt>Parameters</dt><dd>6</dd>") != std::string::npos);
    CHECK(page.find("All parameters and contrasts, those") != std::string::npos);
    CHECK(count(page, "<figcaption>Trace of ") == 10);
    CHECK(page.find("<dt>Classes</dt><dd>setosa, versicolor and virginica; contrasts are against setosa</dd>") !=
          std::string::npos);
    CHECK(page_of(made_draws()).find("Contrasts") == std::string::npos);
}

TEST_CASE("digits of a table follow the Monte Carlo error, and what a telephone shows comes first") {
    auto draws = made_draws();
    for (auto& chain : draws.parameters[0].chains)
        for (std::size_t i = 0; i < chain.size(); i += 3) {
            chain[i] = 12345 + 1000 * chain[i];           // error about 2.2
            chain[i + 1] = -0.25 + 0.001 * chain[i + 1];  // error about 2e-6
        }
    auto const page = page_of(draws);
    CHECK(page.find("<th scope=\"col\">mean</th><th scope=\"col\">sd</th><th scope=\"col\">R-hat</th><th scope=\"col\">ESS</th>"
                    "<th scope=\"col\" class=\"more\">mcse</th>") != std::string::npos);
    auto const mean_of = [&](std::string const& name) {
        auto const start = page.find("<th scope=\"row\">" + name + "</th><td>") + 25 + name.size();
        return page.substr(start, page.find("</td>", start) - start);
    };
    std::string const large = mean_of("(intercept)"), small = mean_of("age");
    CAPTURE(large);
    CAPTURE(small);
    CHECK(large.starts_with("12,84"));
    CHECK(large.find("\u2007") != std::string::npos);  // padded to where the other ends
    CHECK(small.starts_with("−0.2510"));
    CHECK(small.size() == std::string("−0.2510000").size());
}
