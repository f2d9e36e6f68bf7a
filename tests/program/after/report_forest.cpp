#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "page.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

/// Draws of parameters p0, p1, …, one per scale: 0, 1, …, 100 times a scale, in an order that mixes.
stored_draws even_draws(std::vector<double> const& scales) {
    auto draws = made_draws(1, 101);
    auto& variable = draws.parameters[0];
    variable.labels[0].clear();
    for (std::size_t j = 0; j < scales.size(); ++j) variable.labels[0].push_back("p" + std::to_string(j));
    variable.chains[0].clear();
    for (std::size_t i = 0; i < 101; ++i)
        for (double const scale : scales) variable.chains[0].push_back(scale * static_cast<double>(i * 37 % 101));
    return draws;
}

std::string first_section(std::string const& page) {
    auto const start = page.find("<h2 id=\"posterior\"");
    return page.substr(start, page.find("</section>", start) - start);
}

}  // namespace

TEST_CASE("the first picture has the median and both intervals of every parameter, and says them") {
    auto const picture = first_section(page_of(even_draws({1, 1})));
    for (char const* const name : {"p0", "p1"}) {
        CAPTURE(name);
        auto const at = picture.find("aria-label=\"" + std::string(name) + ": median 50");
        REQUIRE(at != std::string::npos);
        auto const words = picture.substr(at, picture.find('>', at) - at);
        CAPTURE(words);
        CHECK(words.find(" 50 % from 25") != std::string::npos);
        CHECK(words.find(" to 75") != std::string::npos);
        CHECK(words.find(" 94 % from 3") != std::string::npos);
        CHECK(words.find(" to 97") != std::string::npos);
    }
    CHECK(count(picture, "class=\"thin\"") == 2);
    CHECK(count(picture, "class=\"hill\"") == 2);
    CHECK(count(picture, "class=\"numbers\"") == 1);  // one axis
}

TEST_CASE("more than twelve parameters have no densities") {
    auto const picture = first_section(page_of(even_draws(std::vector<double>(13, 1))));
    CHECK(count(picture, "class=\"thin\"") == 13);
    CHECK(count(picture, "class=\"hill\"") == 0);
}

TEST_CASE("parameters of very different size have axes of their own") {
    auto const picture = first_section(page_of(even_draws({1, 1e4, 2, 1e-4})));
    CHECK(count(picture, "class=\"numbers\"") == 3);
    // The small ones first, and in their order within a panel.
    CHECK(picture.find("<span>p3</span>") < picture.find("<span>p0</span>"));
    CHECK(picture.find("<span>p0</span>") < picture.find("<span>p2</span>"));
    CHECK(picture.find("<span>p2</span>") < picture.find("<span>p1</span>"));
    CHECK(count(first_section(page_of(even_draws({1, 1e3, 1e6, 1e9, 1e12, 1e15}))), "class=\"numbers\"") == 4);
}

TEST_CASE("very many parameters are one picture, and their own are folded beneath") {
    auto const picture = first_section(page_of(even_draws(std::vector<double>(250, 1))));
    CHECK(count(picture, "class=\"strip stack\"") == 1);
    CHECK(count(picture, "<details>") == 3);
    CHECK(picture.find("<details><summary>p100 … p199</summary>") != std::string::npos);
    CHECK(count(picture, "class=\"thin\"") == 250);
    CHECK(picture.find("250 parameters, in the order of their medians") != std::string::npos);
    CHECK(first_section(page_of(even_draws(std::vector<double>(201, 1)))).find("<summary>p200</summary>") != std::string::npos);
}

TEST_CASE("contrasts have a picture of their own") {
    auto const picture = first_section(page_of(made_classes()));
    CHECK(picture.find("<h3>Contrasts against setosa</h3>") != std::string::npos);
    CHECK(count(picture, "class=\"thin\"") == 10);
}
