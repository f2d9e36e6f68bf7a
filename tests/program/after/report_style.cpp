/// The style sheet, as a page has it.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "page.hpp"

using namespace firefly;

namespace {

/// What stands between two texts, after a place.
std::string between(std::string_view text, std::string_view before, std::string_view after, std::size_t from = 0) {
    auto const start = text.find(before, from);
    if (start == std::string_view::npos) return {};
    auto const first = start + before.size();
    return std::string(text.substr(first, text.find(after, first) - first));
}

/// Of a colour #rgb or #rrggbb: WCAG 2.2, "relative luminance".
double luminance(std::string const& colour) {
    REQUIRE((colour.size() == 3 || colour.size() == 6));
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        std::string const part = colour.size() == 3 ? std::string(2, colour[i]) : colour.substr(2 * i, 2);
        double const value = std::stoi(part, nullptr, 16) / 255.0;
        sum += std::array{0.2126, 0.7152, 0.0722}[i] * (value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double contrast(std::string const& one, std::string const& other) {
    double const a = luminance(one), b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

}  // namespace

TEST_CASE("colours of chains stand out from the paper by 3 to 1, by day and by night; words by 4.5 to 1") {
    auto const page = page_of(made_draws(1, 60));
    auto const style = between(page, "<style>", "</style>");
    auto const night = style.find("prefers-color-scheme:dark");
    REQUIRE(night != std::string::npos);
    for (std::size_t const from : {std::size_t{0}, night}) {
        auto const colour = [&](std::string const& name) {
            std::size_t const at = style.find("--" + name + ":#", from);
            REQUIRE(at != std::string::npos);
            std::size_t const first = at + name.size() + 4;
            return style.substr(first, style.find_first_of(";}", first) - first);
        };
        for (char const* const chain : {"c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"}) {
            CAPTURE(chain);
            CHECK(contrast(colour(chain), colour("paper")) >= 3);
        }
        for (char const* const words : {"ink", "soft"}) CHECK(contrast(colour(words), colour("paper")) >= 4.5);
        CHECK(contrast(colour("warn"), colour("warnbg")) >= 4.5);
        CHECK(contrast(colour("note"), colour("notebg")) >= 4.5);
    }
}

TEST_CASE("every class that a page uses has a rule, and none is fetched from elsewhere") {
    auto draws = made_draws();
    draws.facts.emplace_back("brightest", "17:0.93 5:0.2 | 17:0.9 | none | 17:0.5");
    draws.facts.emplace_back("calibration_1", "0.25 0.3 0.02 0.75 0.7 0.02");
    draws.facts.emplace_back("count_bins", "0 1 10 12 5 4 0 1");
    auto const page = page_of(draws);
    auto const style = between(page, "<style>", "</style>");
    std::set<std::string> used;
    for (std::size_t at = page.find("class=\""); at != std::string::npos; at = page.find("class=\"", at + 1)) {
        std::string words = between(page, "class=\"", "\"", at) + " ";
        for (std::size_t end; (end = words.find(' ')) != std::string::npos; words.erase(0, end + 1))
            used.insert(words.substr(0, end));
    }
    REQUIRE(used.size() > 5);
    for (auto const& name : used) {
        CAPTURE(name);
        CHECK(style.find("." + name) != std::string::npos);
    }
    CHECK(style.find("url(") == std::string::npos);
    CHECK(style.find("@import") == std::string::npos);
}
