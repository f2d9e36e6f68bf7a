#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <vector>

import firefly.external;
import firefly.core;
import firefly.draws;

using firefly::fact_list;
using firefly::stored_draws;
using firefly::stored_variable;

namespace {

using numbers = std::vector<double>;
using chains = std::vector<numbers>;

firefly::draw make_draw(double a, bool warm_up = false) {
    firefly::draw result;
    result.theta = firefly::to_vector(numbers{a, 10 * a});
    result.log_density = -a;
    result.z = {.bright = 7, .brightened = 2, .darkened = 1, .queries = 5};
    result.warm_up = warm_up;
    return result;
}

std::string refusal(stored_draws const& draws) {
    try {
        draws.check();
    } catch (firefly::invalid_argument const& error) { return error.what(); }
    return "none";
}

}  // namespace

TEST_CASE("facts that differ between chains stand side by side") {
    CHECK(firefly::join_facts({{{"a", "1"}, {"b", "x"}}, {{"a", "1"}, {"b", "y"}}}) ==
          firefly::fact_list{{"a", "1"}, {"b", "x | y"}});
    CHECK(firefly::join_facts({}).empty());
}

TEST_CASE("a fact is found as text, as a number and as a count") {
    fact_list const facts{{"seed", "18446744073709551615"}, {"scale", "2.5"}, {"both", "1 | 2"}};
    CHECK(firefly::find_fact(facts, "scale") == "2.5");
    CHECK_FALSE(firefly::find_fact(facts, "none"));
    CHECK(firefly::find_number(facts, "scale") == 2.5);
    CHECK_FALSE(firefly::find_number(facts, "both"));
    CHECK(firefly::find_count(facts, "seed") == 18446744073709551615u);
    CHECK_FALSE(firefly::find_count(facts, "scale"));
    CHECK_FALSE(firefly::find_count(facts, "both"));
    CHECK_FALSE(firefly::find_count(facts, "none"));
}

TEST_CASE("coefficients are called after their features and classes") {
    auto const beta = firefly::coefficients({"(intercept)", "x"});
    CHECK(beta.name == "beta");
    CHECK(beta.size() == 2);
    CHECK(beta.element_name(1) == "x");
    auto const w = firefly::coefficients({"(intercept)", "x"}, {"a", "b", "c"});
    CHECK(w.name == "W");
    CHECK(w.size() == 6);
    CHECK(w.element_name(3) == "b:x");
    CHECK(stored_variable{.name = "tau"}.element_name(0) == "tau");
}

TEST_CASE("chains are added from ranges of draws, with all their statistics and warm-up apart") {
    stored_draws draws{.parameters = {firefly::coefficients({"x", "y"})}};
    draws.add_chain(std::vector{make_draw(9, true), make_draw(1), make_draw(2)});
    draws.add_chain(std::vector{make_draw(8, true), make_draw(3), make_draw(4)});
    CHECK(draws.chains() == 2);
    CHECK(draws.length() == 2);
    CHECK(draws.warm_up_length() == 1);
    CHECK(draws.parameters[0].chains == chains{{1, 10, 2, 20}, {3, 30, 4, 40}});
    CHECK(draws.parameters[0].warm_up == chains{{9, 90}, {8, 80}});
    CHECK(draws.parameters[0].element(1) == chains{{10, 20}, {30, 40}});
    REQUIRE(draws.statistics.size() == firefly::statistic_count);
    CHECK(draws.statistic("lp__")->chains == chains{{-1, -2}, {-3, -4}});
    CHECK(draws.statistic("lp__")->warm_up == chains{{-9}, {-8}});
    CHECK(draws.statistic("n_flips__")->chains == chains{{3, 3}, {3, 3}});
    CHECK(draws.statistic("energy__") == nullptr);
    CHECK(refusal(draws) == "none");
}

TEST_CASE("several parameters share the elements of a draw") {
    stored_draws draws{.parameters = {{.name = "a"}, {.name = "b"}}};
    draws.add_chain(std::vector{make_draw(1), make_draw(2)});
    CHECK(draws.parameters[0].chains == chains{{1, 2}});
    CHECK(draws.parameters[1].chains == chains{{10, 20}});
    CHECK(draws.warm_up_length() == 0);
    stored_draws narrow{.parameters = {{.name = "a"}}};
    CHECK_THROWS_WITH_AS(narrow.add_chain(std::vector{make_draw(1)}),
                         "stored_draws: a draw of 2 elements where the parameters have 1; describe each element",
                         firefly::invalid_argument);
}

TEST_CASE("chains of unequal length are cut to the shortest, warm-up too, and it is said") {
    stored_draws draws{.parameters = {firefly::coefficients({"x", "y"})}};
    draws.add_chain(std::vector{make_draw(9, true), make_draw(1), make_draw(2), make_draw(3)});
    draws.add_chain(std::vector{make_draw(8, true), make_draw(7, true), make_draw(4), make_draw(5)});
    cut_to_shortest(draws);
    CHECK(draws.cut ==
          "The chains have 3, 2 draws: each is cut to the first 2. "
          "The chains have 1, 2 draws of warm-up: each is cut to the first 1.");
    CHECK(draws.parameters[0].chains == chains{{1, 10, 2, 20}, {4, 40, 5, 50}});
    CHECK(draws.statistic("lp__")->warm_up == chains{{-9}, {-8}});
    CHECK(refusal(draws) == "none");
    auto const before = draws.cut;
    cut_to_shortest(draws);
    CHECK(draws.cut == before);
}

TEST_CASE("draws that do not fit together are refused") {
    stored_draws draws;
    CHECK(refusal(draws) == "stored_draws: there must be a parameter and a chain of its draws, got none");
    draws.parameters = {firefly::coefficients({"x", "y"})};
    CHECK(refusal(draws) == "stored_draws: there must be a parameter and a chain of its draws, got none");
    draws.add_chain(std::vector{make_draw(9, true), make_draw(1)});
    draws.add_chain(std::vector{make_draw(8, true), make_draw(2)});
    auto other = draws;
    other.parameters[0].chains[1].pop_back();
    CHECK(refusal(other) == "stored_draws: beta must have 2 numbers in chain 2, 2 for each of 1 draws, got 1");
    other = draws;
    other.statistics[0].chains.pop_back();
    CHECK(refusal(other) == "stored_draws: lp__ must have draws of each of the 2 chains, got 1");
    other = draws;
    other.statistics[1].warm_up[0].clear();
    CHECK(refusal(other) == "stored_draws: accept_stat__ must have 1 numbers in chain 1, 1 for each of 1 draws of warm-up, got 0");
}
