/// Lists of numbers in facts, as a report reads them.
#include <doctest/doctest.h>

#include <string>

#include "page.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

std::string page_with(std::string const& key, std::string const& list) {
    auto draws = made_draws(1, 60);
    draws.facts.emplace_back(key, list);
    return page_of(draws);
}

bool has_checks(std::string const& page) {
    return page.find(">Checks</h2>") != std::string::npos;
}

}  // namespace

TEST_CASE("lists of bins are drawn, with a bar for each and one for all others") {
    auto const page = page_with("count_bins", "0 2 1000000 12.5 3 0.333333 0 0.125");
    CHECK(has_checks(page));
    CHECK(count(page, "class=\"block\"") == 3);
    CHECK(has_checks(page_with("residual_bins", "-3.5 0.5 1 3 2 4")));
}

TEST_CASE("lists of bins that make no sense are passed over") {
    for (char const* const list : {"", "0", "0 1 2", "0 1 2 3", "0 1 2 3 4", "0 0 1 2 3 4", "0 -1 1 2 3 4", "0 1 -1 2 3 4",
                                   "0 1 1 2 3 x", "1e17 1 1 2 3 4", "0 1e300 1 2 3 4", "0 1e-300 1 2 3 4"}) {
        CAPTURE(list);
        CHECK_FALSE(has_checks(page_with("count_bins", list)));
    }
    std::string many = "0 1";
    for (int i = 0; i < 100; ++i) many += " 1";
    CHECK_FALSE(has_checks(page_with("count_bins", many)));
}

TEST_CASE("lists of groups are drawn, with a dot for each") {
    auto const page = page_with("calibration_1", "0.25 0.5 0.0123 0.75 1 0.25");
    CHECK(has_checks(page));
    CHECK(count(page, "class=\"dot\"") == 2);
}

TEST_CASE("lists of groups that make no sense are passed over") {
    for (char const* const list : {"", "0.5", "0.5 0.5", "0.5 2 0.1", "-1 0.5 0.1", "0.5 0.5 x", "0.5 0.5 0.1 0.5"}) {
        CAPTURE(list);
        CHECK_FALSE(has_checks(page_with("calibration_1", list)));
    }
}

TEST_CASE("a list of thresholds is drawn where its points are in order") {
    CHECK(has_checks(page_with("roc", "0 0 0.25 0.75 1 1")));
    for (char const* const list :
         {"", "0", "0 0 1", "0 0 0.5 2", "0 0 -1 1", "0.5 0.5 0.25 0.75", "0.5 0.5 0.75 0.25", "0 0 x 1"}) {
        CAPTURE(list);
        CHECK_FALSE(has_checks(page_with("roc", list)));
    }
}
