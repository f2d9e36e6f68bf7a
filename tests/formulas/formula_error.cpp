#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formulas/flights.hpp"

using namespace firefly;

TEST_CASE("the caret stands under the place, whatever the letters before it") {
    CHECK(std::string(formula_error("y ~ größe + x", 14, "what").what()) == "y ~ größe + x\n            ^ what");
    CHECK(std::string(formula_error("y ~\n x", 99, "what").what()) == "y ~  x\n      ^ what");
}

TEST_CASE("of a long formula what is near the place is shown") {
    std::string const text = "y ~ " + std::string(300, 'a') + " + b + " + std::string(300, 'c');
    std::string const said = formula_error(text, 307, "here").what();
    CHECK(said.find('\n') < 130);
    CHECK(said.starts_with("…aaa"));
    auto const caret = said.find('^') - said.find('\n') - 1;
    CHECK(said.substr(caret + 2, 1) == "b");  // the dots are three bytes and one letter
}

TEST_CASE("a terminal obeys nothing that a message shows") {
    CHECK(std::string(formula_error("y ~ \x1b[2J", 4, "what").what()).find('\x1b') == std::string::npos);
}
