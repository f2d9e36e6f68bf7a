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
    CHECK(firefly::join_facts({{{"a", "1"}}, {{"b", "x"}, {"a", "2"}}, {{"b", "x"}}}) ==
          firefly::fact_list{{"a", "1 | 2"}, {"b", "x"}});  // of those that know it
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

TEST_CASE("cutpoints are numbered from one") {
    auto const three = firefly::cutpoints(3);
    CHECK(three.name == "cutpoint");
    CHECK(three.size() == 3);
    CHECK(three.element_name(0) == "cutpoint[1]");
    CHECK(three.element_name(2) == "cutpoint[3]");
}

TEST_CASE("elements of an array are called by their place in each dimension, the last one fastest") {
    stored_variable const cube{
        .name = "cube", .dimensions = {"i", "j", "k"}, .labels = {{"a", "b"}, {"1", "2", "3"}, {"w", "x", "y", "z"}}};
    std::size_t element = 0;
    for (std::string const i : {"a", "b"})
        for (std::string const j : {"1", "2", "3"})
            for (std::string const k : {"w", "x", "y", "z"})
                CHECK(cube.element_name(element++) == "cube[" + i + "," + j + "," + k + "]");
    CHECK(element == cube.size());
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

TEST_CASE("where there is nothing to cut nothing is said: no parameter, no chain, no warm-up") {
    stored_draws none;
    CHECK(none.length() == 0);
    CHECK(none.warm_up_length() == 0);
    cut_to_shortest(none);
    CHECK(none.cut.empty());
    stored_draws draws{.parameters = {firefly::coefficients({"x", "y"})}};
    cut_to_shortest(draws);
    CHECK(draws.cut.empty());
    draws.parameters[0].chains = {{1, 10, 2, 20}, {3, 30}};
    REQUIRE(draws.parameters[0].warm_up.empty());
    cut_to_shortest(draws);
    CHECK(draws.cut == "The chains have 2, 1 draws: each is cut to the first 1.");
    CHECK(draws.parameters[0].chains == chains{{1, 10}, {3, 30}});
}

TEST_CASE("statistics that are there before the first chain stay as they are") {
    stored_draws draws{.parameters = {{.name = "a"}}, .statistics = {{.name = "energy__"}}};
    draws.start_chain();
    REQUIRE(draws.statistics.size() == 1);
    CHECK(draws.statistics[0].name == "energy__");
    CHECK(draws.statistics[0].chains == chains{{}});
}

TEST_CASE("parameters must have as many chains as the first, and warm-up as long as that of its first chain") {
    stored_draws draws{.parameters = {{.name = "a", .chains = {{1}, {2}}}, {.name = "b", .chains = {{1}}}}};
    CHECK(refusal(draws) == "stored_draws: b must have draws of each of the 2 chains, got 1");
    draws.parameters[1].chains = {{3}, {4}};
    draws.parameters[0].warm_up = {{5}, {6}};
    CHECK(refusal(draws) == "stored_draws: b must have draws of warm-up of each of the 2 chains, got 0");
    draws.parameters[1].warm_up = {{7}, {8}};
    CHECK(refusal(draws) == "none");
    draws.parameters[0].warm_up = {{5}, {6, 7}};
    CHECK(refusal(draws) == "stored_draws: a must have 1 numbers in chain 2, 1 for each of 1 draws of warm-up, got 2");
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
