#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "page.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

/// Of draws with these rows, and `usual` others that are bright in a tenth of the draws.
std::string bright_rows(std::size_t usual, std::string const& brightest) {
    auto draws = made_draws();
    std::string list = brightest;
    for (std::size_t i = 0; i < usual; ++i) list += " " + std::to_string(1000 + i) + ":0.1";
    draws.facts.emplace_back("brightest", list);
    return page_of(draws);
}

bool lists_rows(std::string const& page) {
    return page.find("The data most often bright") != std::string::npos;
}

}  // namespace

TEST_CASE("rows that are bright far more often than others are listed") {
    auto const page = bright_rows(0, "12345:0.93 5:0.2");
    CHECK(page.find("<tr><th scope=\"row\">12,345</th><td>0.930</td>") != std::string::npos);
    auto const among = bright_rows(49, "17:0.93 5:0.2");
    CHECK(among.find("<tr><th scope=\"row\">17</th>") != std::string::npos);
    CHECK(among.find("<tr><th scope=\"row\">5</th>") == std::string::npos);  // twice as often as the others only
}

TEST_CASE("where no row stands out, none is listed") {
    CHECK_FALSE(lists_rows(bright_rows(0, "17:0.005")));
    CHECK_FALSE(lists_rows(bright_rows(0, "none")));
    CHECK_FALSE(lists_rows(bright_rows(50, "17:0.2")));
}

TEST_CASE("what was run is said in words, and small numbers are powers of ten") {
    auto draws = made_draws();
    for (auto& [key, value] : draws.facts)
        if (key == "expected_bright") value = "0.0012";
    auto const page = page_of(draws);
    CHECK(page.find("<dt>Algorithm</dt><dd>Firefly Monte Carlo</dd>") != std::string::npos);
    CHECK(page.find("<td>1.2×10⁻⁶</td>") != std::string::npos);  // of 1000 rows
    for (auto& [key, value] : draws.facts)
        if (key == "algorithm") value = "regular";
    CHECK(page_of(draws).find("<dt>Algorithm</dt><dd>regular MCMC</dd>") != std::string::npos);
}

TEST_CASE("the first lines say whether there are warnings") {
    CHECK(page_of(made_draws()).find("<p class=\"verdict\">No problems found") != std::string::npos);
    auto apart = made_draws();
    for (double& x : apart.parameters[0].chains[1]) x += 5;
    auto const page = page_of(apart);
    CHECK(page.find("<a href=\"#warnings\">read ") != std::string::npos);
    CHECK(page.find("<p class=\"verdict bad\">") < page.find("<nav"));
    CHECK(page.find("Ask for more <span class=\"whole\">--draws</span> and <span class=\"whole\">--warmup</span>. Do not") !=
          std::string::npos);  // which no line breaks after its dashes
}
