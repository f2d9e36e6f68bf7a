#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "page.hpp"

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a prior that is known is drawn beside the posterior, with how much narrower that is") {
    auto draws = made_draws();
    draws.facts.emplace_back("prior_scales", "2.5 0.1 1");
    draws.facts.emplace_back("centres", "0 0.5 -0.25");
    auto const page = page_of(draws);
    CHECK(count(page, "class=\"line prior\"") == 3);
    CHECK(page.find("<figcaption>age: the posterior is about as wide as the prior</figcaption>") != std::string::npos);
    CHECK(page.find("<figcaption>income: the posterior is ") != std::string::npos);
    CHECK(page.find(" times narrower than the prior</figcaption>") != std::string::npos);
    // The prior of the intercept is that at the centres: 0.5 − 0.5 − 0.5 = −0.5, of standard deviation 0.1 √(1 + ¼ + 1/16).
    CHECK(page.find("(intercept) at the columns’ centres: the posterior is 22 times narrower") != std::string::npos);
    CHECK(page.find("figcaption>age") < page.find("figcaption>income: the"));  // where the prior weighs most comes first
}

TEST_CASE("of many parameters those are drawn whose prior weighs most; without facts there is none") {
    auto draws = made_draws(2, 50);
    auto& variable = draws.parameters[0];
    std::string scales;
    variable.labels[0].clear();
    for (std::size_t i = 0; i < 9; ++i) {
        variable.labels[0].push_back("p" + std::to_string(i));
        scales += (i > 0 ? " " : "") + std::to_string(9 - i);
    }
    for (auto& chain : variable.chains) {
        made_normals normal(3);
        chain.clear();
        for (std::size_t i = 0; i < 50 * 9; ++i) chain.push_back(normal());
    }
    CHECK(page_of(draws).find("Prior and posterior") == std::string::npos);
    draws.facts.emplace_back("prior_scales", scales);
    auto const page = page_of(draws);
    CHECK(page.find("The 6 of 9 parameters whose posterior is widest beside their prior") != std::string::npos);
    CHECK(page.find("<figcaption>p8: ") != std::string::npos);
    CHECK(page.find("<figcaption>p0: ") == std::string::npos);
}
