/// Single rules, seen through what is said of them before there are data.
#include <doctest/doctest.h>

#include <string>

#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;

using namespace firefly::program;

TEST_CASE("a rule that cannot be understood is quoted, with what is wrong and what to do, before there are data") {
    auto const said = [](std::string const& rule) { return complaint<firefly::invalid_argument>([&] { check_priors({rule}); }); };
    auto const why = [&](std::string const& rule) {
        std::string const begin = "--prior \"" + rule + "\": ", all = said(rule);
        CHECK(all.starts_with(begin));
        return all.substr(begin.size());
    };
    CHECK(said("x ~ normal(0, 1)") == "no complaint");
    CHECK(why("x normal(0, 1)") == "there is no ~; write TERM ~ DISTRIBUTION, such as x ~ normal(0, 1)");
    CHECK(why(" ~ flat()") == "nothing stands before ~; write the name of a term there");
    std::string const bare =
        "no distribution stands behind ~; write one with its arguments in parentheses, such as normal(0, 1) or flat()";
    CHECK(why("x ~ flat") == bare);
    CHECK(why("x ~ normal(0, 1") == bare);
    CHECK(why("x ~ ") == bare);
    CHECK(said("x ~ horseshoe(1)") == "no complaint");
    CHECK(
        why("x ~ horse(1)") ==
        "there is no distribution \"horse\"; there are normal, student_t, laplace, horseshoe and flat, and half_cauchy of scales");
    CHECK(why("x ~ horseshoe(0, 1)") == "horseshoe has 1 argument, not 2; write horseshoe(1)");
    CHECK(why("x ~ horseshoe(s)") == "\"s\" is no scale; give a number from 1e-50 to 1e50");
    CHECK(why("x ~ normal(2)") == "normal has 2 arguments, not 1; write normal(0, 1)");
    CHECK(why("x ~ half_cauchy(0, 1)") == "half_cauchy has 1 argument, not 2; write half_cauchy(1)");
    CHECK(why("x ~ flat(1)") == "flat has 0 arguments, not 1; write flat()");
    CHECK(why("x ~ normal(1, 2)") == "priors are centred at 0, not at \"1\"; write normal(0, 1)");
    CHECK(why("x ~ student_t(0, 4, 1)") == "priors are centred at 0, not at \"4\"; write student_t(4, 0, 1)");
    CHECK(why("x ~ student_t(0.01, 0, 1)") == "\"0.01\" is no number of degrees of freedom; give one from 0.1 to 1e10");
    std::string const scale = " is no scale; give a number from 1e-50 to 1e50",
                      learned_too = ", or the name of a scale that is to be learned";
    for (std::string const bad : {"0", "-1", "1e51", "1e-51", "1e999", "", "a b", "2s"})
        CHECK(why("x ~ normal(0, " + bad + ")") == "\"" + bad + "\"" + scale + learned_too);
    for (std::string const bad : {"0", "s", "inf"}) {
        CHECK(why("x ~ laplace(0, " + bad + ")") == "\"" + bad + "\"" + scale);
        CHECK(why("x ~ half_cauchy(" + bad + ")") == "\"" + bad + "\"" + scale);
    }
    for (std::string const taken : {"sigma", "beta", "W", "cutpoint", "inf", "nan", "lp__"})
        CHECK(why("x ~ normal(0, " + taken + ")") == "a learned scale cannot be called \"" + taken + "\"; choose another name");
}
