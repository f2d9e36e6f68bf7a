#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;

using namespace firefly::program;
using strings = std::vector<std::string>;
using enum column_prior::shape;

namespace {

/// Of `y ~ log(distance) + C(weekday) + bs(hour, df=6) + origin:night + (1 + x | county)`, cut short.
strings const features{"(intercept)",       "log(distance)",     "C(weekday)[T.2]",     "C(weekday)[T.3]",
                       "bs(hour, df=6)[1]", "bs(hour, df=6)[2]", "origin[T.ATL]:night", "origin[T.(20, 30]]:night"};
std::vector<named_group> const groups{{"county", 85}, {"county:x", 85}};

using priors = std::vector<column_prior>;

priors resolve(strings const& rules) {
    return resolve_priors(rules, features, {});
}

std::string refusal(strings const& rules, strings const& columns = features, std::vector<named_group> const& levels = groups) {
    return complaint<firefly::invalid_argument>([&] { resolve_priors(rules, columns, levels); });
}

}  // namespace

TEST_CASE("without rules all features have the common prior, and each group a scale of its own") {
    CHECK(resolve({}) == priors{{.columns = 8}});
    CHECK(resolve_priors({}, features, groups) == priors{{.columns = 8},
                                                         {.columns = 85, .kind = learned, .scale_name = "sd_county"},
                                                         {.columns = 85, .kind = learned, .scale_name = "sd_county:x"}});
    CHECK(resolve_priors({}, {}, {{"county", 3}}) == priors{{.columns = 3, .kind = learned, .scale_name = "sd_county"}});
}

TEST_CASE("a rule is for the features of its term, and all others keep the common prior") {
    CHECK(resolve({"log(distance) ~ normal(0, 2)"}) ==
          priors{{.columns = 1}, {.columns = 1, .kind = normal, .scale = 2}, {.columns = 6}});
    CHECK(resolve({"C(weekday) ~ student_t(4, 0, 1.5)", "bs(hour,df=6)~laplace(0,3)"}) ==
          priors{{.columns = 2},
                 {.columns = 2, .kind = student_t, .scale = 1.5, .degrees_of_freedom = 4},
                 {.columns = 2, .kind = laplace, .scale = 3},
                 {.columns = 2}});
    CHECK(resolve({" origin : night ~ flat( ) "}) == priors{{.columns = 6}, {.columns = 2, .kind = flat}});
}

TEST_CASE("a feature by its whole name is meant alone, and no level is overlooked") {
    CHECK(resolve({"C(weekday)[T.3] ~ normal(0, 2)"}) ==
          priors{{.columns = 3}, {.columns = 1, .kind = normal, .scale = 2}, {.columns = 4}});
    CHECK(resolve({"bs(hour,df=6)[1] ~ normal(0, 2)"}) ==
          priors{{.columns = 4}, {.columns = 1, .kind = normal, .scale = 2}, {.columns = 3}});
    CHECK(refusal({"C(weekday)[T.9] ~ normal(0, 2)"}) ==
          "--prior \"C(weekday)[T.9] ~ normal(0, 2)\": there is no term \"C(weekday)[T.9]\"; did you mean \"C(weekday)[T.2]\"?");
    strings const levels{"C(x, levels=['a', 'b'])[T.b]", "x"};
    CHECK(resolve_priors({"C(x, levels=['a','b']) ~ flat()"}, levels, {}) == priors{{.columns = 1, .kind = flat}, {.columns = 1}});
}

TEST_CASE("a column of categories is the term of its indicators, wherever they are") {
    strings const columns{"region=north", "x", "region=south=west", "region", "age=(20, 30]"};
    CHECK(resolve_priors({"age ~ flat()"}, columns, {}) == priors{{.columns = 4}, {.columns = 1, .kind = flat}});
    CHECK(resolve_priors({"region ~ flat()"}, columns, {}) == priors{{.columns = 3}, {.columns = 1, .kind = flat}, {.columns = 1}});
    strings const apart{"region=north", "x", "region=south"};
    CHECK(resolve_priors({"region ~ normal(0, 2)"}, apart, {}) ==
          priors{{.columns = 1, .kind = normal, .scale = 2}, {.columns = 1}, {.columns = 1, .kind = normal, .scale = 2}});
    CHECK(
        refusal({"region ~ normal(0, s)"}, apart) ==
        "--prior \"region ~ normal(0, s)\": the columns of \"region\" do not follow each other, as those of a learned scale must; give a "
        "number as their scale, or put them next to each other");
}

TEST_CASE("the intercept has a name with and without parentheses") {
    priors const wanted{{.columns = 1, .kind = normal, .scale = 10}, {.columns = 7}};
    CHECK(resolve({"intercept ~ normal(0, 10)"}) == wanted);
    CHECK(resolve({"(intercept) ~ normal(0, 10)"}) == wanted);
    CHECK(resolve_priors({"intercept ~ flat()"}, {"(intercept)", "intercept"}, {}) ==
          priors{{.columns = 1}, {.columns = 1, .kind = flat}});
    CHECK(refusal({"intercept ~ flat()"}, {"x", "z"}, {}) ==
          "--prior \"intercept ~ flat()\": there is no term \"intercept\"; there are \"x\", \"z\"");
}

TEST_CASE("a name in place of a scale is a scale that is learned, whose prior is half-Cauchy of scale 1 or as a rule says") {
    CHECK(resolve({"C(weekday) ~ normal(0, s)"}) ==
          priors{{.columns = 2}, {.columns = 2, .kind = learned, .scale_name = "s"}, {.columns = 4}});
    for (strings const& rules :
         {strings{"C(weekday) ~ normal(0, s)", "s ~ half_cauchy(3)"}, strings{"s ~ half_cauchy(3)", "C(weekday) ~ normal(0, s)"}})
        CHECK(resolve(rules) ==
              priors{{.columns = 2}, {.columns = 2, .kind = learned, .scale = 3, .scale_name = "s"}, {.columns = 4}});
    CHECK(resolve_priors({"sd_county:x ~ half_cauchy(2)"}, {"x"}, groups) ==
          priors{{.columns = 1},
                 {.columns = 85, .kind = learned, .scale_name = "sd_county"},
                 {.columns = 85, .kind = learned, .scale = 2, .scale_name = "sd_county:x"}});
}

TEST_CASE("a group may have another distribution, or another name of its scale") {
    CHECK(resolve_priors({"county ~ normal(0, 0.5)", "county:x ~ normal(0, t)", "t ~ half_cauchy(2)"}, {"x"}, groups) ==
          priors{{.columns = 1},
                 {.columns = 85, .kind = normal, .scale = 0.5},
                 {.columns = 85, .kind = learned, .scale = 2, .scale_name = "t"}});
    CHECK(refusal({"county ~ student_t(4, 0, 1)", "sd_county ~ half_cauchy(2)"}) ==
          "--prior \"sd_county ~ half_cauchy(2)\": there is no learned scale \"sd_county\"; did you mean \"sd_county:x\"?");
}

TEST_CASE("a rule may be for several terms, or for all that no other rule is for, but the intercept") {
    priors const wanted{{.columns = 1}, {.columns = 3, .kind = normal, .scale = 2}, {.columns = 4}};
    CHECK(resolve({"C(weekday) + log(distance) ~ normal(0, 2)"}) == wanted);
    CHECK(resolve({"C(weekday)[T.3] + log( distance )+C(weekday)[T.2] ~ normal(0, 2)"}) == wanted);
    CHECK(resolve_priors({"a + b ~ flat()"}, {"a + b", "a", "b"}, {}) == priors{{.columns = 1, .kind = flat}, {.columns = 2}});
    CHECK(resolve_priors({"I(a + b) + c ~ flat()"}, {"I(a + b)", "c"}, {}) == priors{{.columns = 2, .kind = flat}});
    CHECK(resolve({". ~ flat()", "log(distance) ~ normal(0, 2)"}) ==
          priors{{.columns = 1}, {.columns = 1, .kind = normal, .scale = 2}, {.columns = 6, .kind = flat}});
    CHECK(resolve_priors({". ~ flat()"}, {"a", "."}, {}) == priors{{.columns = 1}, {.columns = 1, .kind = flat}});
    CHECK(refusal({"C(weekday) + wind ~ flat()"}).find("there is no term \"wind\"; there are ") != std::string::npos);
    CHECK(refusal({"C(weekday) + county ~ flat()"}) ==
          "--prior \"C(weekday) + county ~ flat()\": \"county\" is a group; give it a rule of its own");
    CHECK(refusal({"x + x ~ flat()"}, {"x"}, {}).find("\"x\" has a prior already") != std::string::npos);
    CHECK(refusal({". ~ flat()", "x ~ normal(0, 1)"}, {"(intercept)", "x"}, {}) ==
          "--prior \". ~ flat()\": there is no column that has no other rule; leave this one out");
}

TEST_CASE("a horseshoe has a common scale of a name that nothing else has, and columns that follow each other") {
    CHECK(resolve({"log(distance) + C(weekday) ~ horseshoe(0.5)"}) ==
          priors{{.columns = 1}, {.columns = 3, .kind = horseshoe, .scale = 0.5, .scale_name = "horseshoe"}, {.columns = 4}});
    CHECK(resolve({". ~ horseshoe(1)"}) == priors{{.columns = 1}, {.columns = 7, .kind = horseshoe, .scale_name = "horseshoe"}});
    CHECK(resolve_priors({"a ~ horseshoe(1)", "b ~ horseshoe(2)"}, {"a", "b"}, {}) ==
          priors{{.columns = 1, .kind = horseshoe, .scale_name = "horseshoe"},
                 {.columns = 1, .kind = horseshoe, .scale = 2, .scale_name = "horseshoe_2"}});
    CHECK(resolve_priors({"horseshoe ~ horseshoe(1)", "b ~ normal(0, horseshoe_2)"}, {"horseshoe", "b"}, {})[0].scale_name ==
          "horseshoe_3");
    CHECK(resolve_priors({"county ~ horseshoe(1)"}, {"x"}, {{"county", 3}}) ==
          priors{{.columns = 1}, {.columns = 3, .kind = horseshoe, .scale_name = "horseshoe"}});
    CHECK(column_prior{.scale_name = "horseshoe_2"}.name_of_each() == "sd_horseshoe_2");
    CHECK(
        refusal({"a + c ~ horseshoe(1)"}, {"a", "b", "c"}, {}) ==
        "--prior \"a + c ~ horseshoe(1)\": the columns of \"a + c\" do not follow each other, as those of a horseshoe must; put them next "
        "to each other");
    CHECK(refusal({"a ~ horseshoe(1)", "horseshoe ~ half_cauchy(2)"}, {"a"}, {}) ==
          "--prior \"horseshoe ~ half_cauchy(2)\": the scale of a horseshoe stands in its own rule; write a ~ horseshoe(2)");
}

TEST_CASE("neighbours with equal rules stay apart, as each is a term") {
    CHECK(resolve_priors({"a ~ normal(0, 2)", "b ~ normal(0, 2)"}, {"a", "b"}, {}) ==
          priors{{.columns = 1, .kind = normal, .scale = 2}, {.columns = 1, .kind = normal, .scale = 2}});
}

TEST_CASE("names that there are not, or twice, are refused") {
    CHECK(refusal({"log(distnce) ~ flat()"}) ==
          "--prior \"log(distnce) ~ flat()\": there is no term \"log(distnce)\"; did you mean \"log(distance)\"?");
    CHECK(refusal({"C(weekday) ~ normal(0, scale)", "scle ~ half_cauchy(1)"}) ==
          "--prior \"scle ~ half_cauchy(1)\": there is no learned scale \"scle\"; did you mean \"scale\"?");
    CHECK(refusal({"s ~ half_cauchy(1)"}, features, {}) ==
          "--prior \"s ~ half_cauchy(1)\": no scale is learned; give a term one by TERM ~ normal(0, s)");
    CHECK(
        refusal({"C(weekday) ~ flat()", "C(weekday)[T.2] ~ normal(0, 1)"}) ==
        "--prior \"C(weekday)[T.2] ~ normal(0, 1)\": \"C(weekday)[T.2]\" has a prior already, by \"C(weekday) ~ flat()\"; leave one of the "
        "two out");
    CHECK(refusal({"county ~ flat()", "county ~ flat()"}).find("\"county\" has a prior already") != std::string::npos);
    CHECK(
        refusal({"sd_county ~ half_cauchy(1)", "sd_county ~ half_cauchy(2)"}) ==
        "--prior \"sd_county ~ half_cauchy(2)\": \"sd_county\" has a prior already, by \"sd_county ~ half_cauchy(1)\"; leave one of the two "
        "out");
}

TEST_CASE("scales have half-Cauchy priors, and nothing else has") {
    CHECK(
        refusal({"log(distance) ~ half_cauchy(2)"}) ==
        "--prior \"log(distance) ~ half_cauchy(2)\": half_cauchy is for scales; write log(distance) ~ normal(0, s), and a rule s ~ "
        "half_cauchy(2)");
    CHECK(refusal({"county ~ half_cauchy(2)"}) ==
          "--prior \"county ~ half_cauchy(2)\": half_cauchy is for scales; write sd_county ~ half_cauchy(2)");
    CHECK(refusal({"sd_county ~ normal(0, 1)"}) ==
          "--prior \"sd_county ~ normal(0, 1)\": \"sd_county\" is a learned scale; write sd_county ~ half_cauchy(1)");
}

TEST_CASE("a learned scale has a name that nothing else has") {
    CHECK(
        refusal({"x ~ normal(0, s)", "z ~ normal(0, s)"}, {"x", "z"}, {}) ==
        "--prior \"z ~ normal(0, s)\": its scale would be called \"s\", as another scale is; give it a name of its own, such as z ~ "
        "normal(0, scale_2)");
    CHECK(refusal({"x ~ normal(0, origin)"}, {"x", "origin[T.ATL]"}, {}).find("called \"origin\", as a term is;") !=
          std::string::npos);
    CHECK(refusal({"x ~ normal(0, county)"}, {"x"}).find("called \"county\", as a group is;") != std::string::npos);
    CHECK(
        refusal({}, {"sd_county"}) ==
        "--prior \"county\": its scale would be called \"sd_county\", as a term is; give it a name of its own, such as county ~ normal(0, "
        "scale_1)");
    CHECK(refusal({"county ~ normal(0, s)", "s ~ half_cauchy(1)"}, {"sd_county"}) == "no complaint");
}

TEST_CASE("a name that is a term and a group is refused, as nobody knows which is meant") {
    CHECK(
        refusal({"county ~ flat()"}, {"county[T.b]"}) ==
        "--prior \"county ~ flat()\": \"county\" is a term and a group; give the formula another name for the term, such as C(county)");
}
