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

/// The terms in one line.
std::string terms_of(std::string_view text) {
    auto const made = parse_formula(text);
    std::string result = made.intercept ? "1" : "0";
    for (auto const& term : made.terms) {
        std::string product;
        for (std::size_t const f : term) product += (product.empty() ? "" : ":") + made.factors[f].name;
        result += " + " + product;
    }
    return result;
}

std::string wrong(std::string_view text) {
    return complaint<formula_error>([&] { parse_formula(text); });
}

}  // namespace

TEST_CASE("operators expand to terms, in the order of their degree") {
    CHECK(terms_of("y ~ a:b + a") == "1 + a + a:b");
    CHECK(terms_of("y ~ a*b*c") == "1 + a + b + c + a:b + a:c + b:c + a:b:c");
    CHECK(terms_of("y ~ (a + b + c)^2") == "1 + a + b + c + a:b + a:c + b:c");
    CHECK(terms_of("y ~ (a + b)**3") == "1 + a + b + a:b");
    CHECK(terms_of("y ~ a/b") == "1 + a + a:b");
    CHECK(terms_of("y ~ (a + b)/c") == "1 + a + b + a:b:c");
    CHECK(terms_of("y ~ a*b - a") == "1 + b + a:b");
    CHECK(terms_of("y ~ a:b + b:a") == "1 + a:b");
    CHECK(terms_of("y ~ a:a") == "1 + a");
    CHECK(terms_of("y ~ a + (b + c) - b") == "1 + a + c");
    CHECK(terms_of("y ~ log( x )+log(x)") == "1 + log(x)");
}

TEST_CASE("there is an intercept unless it is taken away") {
    CHECK(terms_of("y ~ 1") == "1");
    CHECK(terms_of("y ~ 0 + a") == "0 + a");
    CHECK(terms_of("y ~ a - 1") == "0 + a");
    CHECK(terms_of("y ~ -1 + a") == "0 + a");
    CHECK(terms_of("y ~ a + 0") == "0 + a");
    CHECK(terms_of("y ~ a - 0") == "1 + a");
    CHECK(terms_of("y ~ a - 1 + 1") == "1 + a");
}

TEST_CASE("groups are terms of their own") {
    auto const made = parse_formula("y ~ x + (1 | county) + (1 + x | store) + (0 + x || a:b) + (1 | c/d)");
    REQUIRE(made.groups.size() == 5);
    CHECK(made.groups[0].name == "county");
    CHECK((made.groups[0].intercept && made.groups[0].terms.empty() && made.groups[0].correlated));
    CHECK((made.groups[1].intercept && made.groups[1].terms == std::vector<formula_term>{{0}}));
    CHECK(made.groups[2].name == "a:b");
    CHECK((!made.groups[2].intercept && !made.groups[2].correlated));
    CHECK(made.groups[3].name == "c");
    CHECK(made.groups[4].name == "c:d");
    CHECK(made.terms.size() == 1);
    CHECK(wrong("y ~ (0 | g)").ends_with("there is no term before the bar"));
    CHECK(wrong("y ~ (1 | 1)").ends_with("what stands behind the bar is a column of categories"));
    CHECK(wrong("y ~ x:(1 | g)").ends_with("a group term can only be added"));
    CHECK(wrong("y ~ x | g").ends_with("a group term stands in parentheses: (1 | group)"));
}

TEST_CASE("a coefficient differs by a group once") {
    CHECK(wrong("y ~ (1 | g) + (1 | g)") ==
          "y ~ (1 | g) + (1 | g)\n                 ^ the intercept differs by \"g\" already; leave it out here");
    CHECK(wrong("y ~ (1 | g) + (x | g)")
              .ends_with("the intercept differs by \"g\" already; leave it out here: 0 + … before the bar"));
    CHECK(wrong("y ~ (x | g) + (0 + z + x | g)").ends_with("this slope differs by \"g\" already; leave it out here"));
    CHECK(wrong("y ~ (1 | g) + (1 | g/h)").ends_with("leave it out here"));
    CHECK(parse_formula("y ~ (1 | g) + (0 + x | g) + (1 | g:h)").groups.size() == 3);
}

TEST_CASE("what is no term is pointed at") {
    CHECK(wrong("y ~ x + 2") == "y ~ x + 2\n        ^ a number is no term; write I(…) for arithmetic");
    CHECK(wrong("y ~ x^2").ends_with("the power of one term is the term itself; write I(x ** 2) for the power of a number"));
    CHECK(wrong("y ~ (a + b)^c").ends_with("the power of terms is a whole number from 1 to 20; write I(…) for arithmetic"));
    CHECK(wrong("y ~ 'x'").ends_with("a text is no term; column names stand without quotes or in backquotes"));
    CHECK(wrong("y ~ .").ends_with("a dot for all other columns is not known here; name them"));
    CHECK(wrong("y ~ x:offset(z)").ends_with("an offset can only be added"));
    CHECK(wrong("y ~ x - offset(z)").ends_with("an offset can only be added"));
    CHECK(wrong("y ~ offset(a, b)").ends_with("an offset has one argument: offset(log(time))"));
    std::string many = "y ~ (a0";
    for (int i = 1; i < 40; ++i) many += fmt::format(" + a{}", i);
    CHECK(wrong(many + ")^4").find("this makes more than 10000 terms") != std::string::npos);
}
