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

namespace {

std::string wrong(std::string_view text) {
    return complaint<formula_error>([&] { parse_sides(text); });
}

std::string right_of(std::string_view text) {
    return text_of(parse_sides(text).right);
}

}  // namespace

TEST_CASE("operators bind as in R and Python") {
    CHECK(right_of("~a+b*c:d^2") == "a + b * c:d ** 2");
    CHECK(right_of("~I(-x**2)") == "I(-x ** 2)");
    CHECK(right_of("~I((-x)**2)") == "I((-x) ** 2)");
    CHECK(right_of("~I(2**3**2)") == "I(2 ** 3 ** 2)");
    CHECK(right_of("~I(a-(b-c))") == "I(a - (b - c))");
    CHECK(right_of("~ (1+x | g)") == "1 + x | g");
    CHECK_FALSE(parse_sides("~ x").left);
    CHECK(text_of(*parse_sides("log(y) ~ x").left) == "log(y)");
}

TEST_CASE("what is no formula is refused at its place") {
    CHECK(wrong("") == "\n^ the formula is empty; write one such as y ~ x");
    CHECK(wrong("  \n") == "   \n^ the formula is empty; write one such as y ~ x");
    CHECK(wrong("y") == "y\n ^ there is no ~ here; write target ~ terms");
    CHECK(wrong("y ~") == "y ~\n   ^ there is nothing after ~; write 1 for an intercept alone");
    CHECK(wrong("y ~ x ~ z") == "y ~ x ~ z\n      ^ there is a second ~");
    CHECK(wrong("y ~ x z") == "y ~ x z\n      ^ there is an operator missing, such as + or *");
    CHECK(wrong("y ~ x +") == "y ~ x +\n       ^ a term is missing here");
    CHECK(wrong("y ~ x + * z") == "y ~ x + * z\n        ^ \"*\" has no place here");
    CHECK(wrong("y ~ (x + z") == "y ~ (x + z\n    ^ ( is never closed");
    CHECK(wrong("y ~ log(x") == "y ~ log(x\n       ^ ( is never closed");
    CHECK(wrong("y ~ x)") == "y ~ x)\n     ^ ) closes nothing");
    CHECK(wrong("y ~ `x") == "y ~ `x\n    ^ ` is never closed");
    CHECK(wrong("y ~ ``") == "y ~ ``\n    ^ there is no name between the backquotes");
    CHECK(wrong("y ~ C(x, reference='a)") == "y ~ C(x, reference='a)\n                   ^ ' is never closed");
    CHECK(wrong("y ~ 2nd") == "y ~ 2nd\n    ^ a name that begins with a digit stands in backquotes: `2nd`");
    CHECK(wrong("y ~ x % z") == "y ~ x % z\n      ^ \"%\" has no place here");
    CHECK(wrong("y ~ 1e999").ends_with("this number is too large"));
}

TEST_CASE("a formula of any depth is refused, and exhausts nothing") {
    for (std::string_view const opening : {"(", "-", "log(", "[", "x^", "(1|"}) {
        std::string text = "y ~ ";
        for (int i = 0; i < 100'000; ++i) text += opening;
        CHECK(wrong(text + "x").find("this is nested too deeply") != std::string::npos);
    }
    std::string chain = "y ~ x", sum = "y ~ x";
    for (int i = 0; i < 100'000; ++i) {
        chain += ":x";
        sum += " + x";
    }
    CHECK(wrong(chain).find("this is nested too deeply") != std::string::npos);
    CHECK(parse_sides(sum).right.parts.size() == 100'001);  // a sum has no depth
}
