#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "page.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

/// The last column follows the one before it, up to noise of this size.
stored_draws tied_draws(double noise) {
    auto draws = made_draws();
    for (auto& chain : draws.parameters[0].chains)
        for (std::size_t i = 0; i < chain.size(); i += 3) chain[i + 2] = -chain[i + 1] + noise * (chain[i + 2] - 2);
    return draws;
}

}  // namespace

TEST_CASE("parameters that are correlated are shown against each other, the most correlated first") {
    auto const page = page_of(tied_draws(0.1));
    CHECK(page.find("<figcaption>income against age: correlation −1.00</figcaption>") != std::string::npos);
    CHECK(count(page, ": correlation ") == 2);  // the caption and the words of the picture
    CHECK(page_of(tied_draws(1)).find("income against age: correlation −0.") != std::string::npos);
}

TEST_CASE("where no two are correlated, the report says so") {
    CHECK(page_of(made_draws()).find("No two parameters are correlated by 0.3 or more.") != std::string::npos);
}

TEST_CASE("there are no pairs of one parameter") {
    auto draws = made_draws();
    auto& variable = draws.parameters[0];
    variable.labels[0].resize(1);
    for (auto& chain : variable.chains) chain.resize(500);
    CHECK(page_of(draws).find(">Pairs</h2>") == std::string::npos);
}
