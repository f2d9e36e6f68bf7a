#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

import firefly.core;
import firefly.draws;
import firefly.files;

namespace fs = std::filesystem;
using firefly::stored_draws;

namespace {

stored_draws read(std::vector<fs::path> const& paths) {
    return firefly::read_stan_csv(paths);
}

std::string fact(stored_draws const& draws, std::string const& key) {
    return firefly::find_fact(draws.facts, key).value_or("none");
}

}  // namespace

TEST_CASE("values keep backslashes and line breaks in a comment of one line") {
    temporary_directory const directory;
    stored_draws draws{.parameters = {{.name = "x", .chains = {{1}}}}, .facts = {{"plan", "a\\b\nc\rd = e"}}};
    write_stan_csv(directory / "draws.csv", draws);
    CHECK(read_bytes(directory / "draws.csv").find("# firefly_plan = a\\\\b\\nc\\rd = e\n") != std::string::npos);
    CHECK(fact(read({directory / "draws.csv"}), "plan") == "a\\b\nc\rd = e");
}

TEST_CASE("comments are UTF-8, whatever the facts are") {
    temporary_directory const directory;
    stored_draws draws{.parameters = {{.name = "x", .chains = {{1}}}},
                       .facts = {{"target",
                                  "gr\xf6\xdf"
                                  "e"}}};
    write_stan_csv(directory / "draws.csv", draws);
    CHECK(firefly::is_utf8(read_bytes(directory / "draws.csv")));
    CHECK(fact(read({directory / "draws.csv"}), "target") == "gr\\xf6\\xdfe");
}

TEST_CASE("what comments call the positions of beta and W is their labels, and no fact") {
    temporary_directory const directory;
    auto const names = "# firefly_feature_1 = (intercept)\n# firefly_feature_2 = x\n# firefly_class_1 = a\n# firefly_rows = 9\n";
    auto const draws =
        read({directory.write("draws.csv", std::string(names) + "lp__,beta.1,beta.2,W.1.1,W.1.2,tau.1,tau.2\n1,2,3,4,5,6,7\n")});
    REQUIRE(draws.parameters.size() == 3);
    CHECK(draws.parameters[0].element_name(1) == "x");
    CHECK(draws.parameters[1].element_name(0) == "a:(intercept)");
    CHECK(draws.parameters[2].element_name(1) == "tau[2]");
    CHECK(draws.facts == firefly::fact_list{{"rows", "9"}});
}

TEST_CASE("labels that do not fit are not used") {
    temporary_directory const directory;
    auto const draws = read({directory.write("draws.csv", "# firefly_feature_1 = x\nlp__,beta.1,beta.2\n1,2,3\n")});
    CHECK(draws.parameters[0].dimensions == std::vector<std::string>{"beta_dim_0"});
    CHECK(draws.parameters[0].element_name(1) == "beta[2]");
}

TEST_CASE("an empty label is none: every element has a name") {
    temporary_directory const directory;
    auto const draws = read({directory.write("draws.csv", "# firefly_feature_1 =\nlp__,beta.1\n1,2\n")});
    CHECK(draws.parameters[0].element_name(0) == "beta[1]");
}

TEST_CASE("of what CmdStan says the settings of the run are facts") {
    temporary_directory const directory;
    auto const draws = read({directory.write(
        "draws.csv", "# model = m\n# seed = 4 (Default)\n# adapt\n# delta = 0.8\n# max_depth = 12\nlp__,x\n1,2\n")});
    CHECK(draws.facts == firefly::fact_list{{"model", "m"}, {"seed", "4"}, {"max_depth", "12"}});
}

TEST_CASE("parameters of a formula have columns that every reader takes for one, and their names and levels in comments") {
    temporary_directory const directory;
    auto const group = [](std::string const& name) {
        return firefly::stored_variable{
            .name = name, .dimensions = {name + "_level"}, .labels = {{"n, \"1\"", "s = 2"}}, .chains = {{1, 2}}};
    };
    stored_draws const draws{
        .parameters = {{.name = "sd_store:x", .chains = {{3}}}, group("store:x"), group("store_x"), group("C(a, levels=['n'])")},
        .facts = {{"formula", "y ~ (0 + x | store)"}}};
    write_stan_csv(directory / "draws.csv", draws);
    auto const bytes = read_bytes(directory / "draws.csv");
    CHECK(bytes.find("sd_store_x,store_x.1,store_x.2,store_xx.1,store_xx.2,C_a_levels_n.1,C_a_levels_n.2\n") != std::string::npos);
    CHECK(bytes.find("# firefly_name_of_store_x = store:x\n") != std::string::npos);
    CHECK(bytes.find("# firefly_group_store_x_2 = s = 2\n") != std::string::npos);
    auto const again = read({directory / "draws.csv"});
    REQUIRE(again.parameters.size() == draws.parameters.size());
    for (std::size_t i = 0; i < draws.parameters.size(); ++i) {
        CHECK(again.parameters[i].name == draws.parameters[i].name);
        CHECK(again.parameters[i].dimensions == draws.parameters[i].dimensions);
        CHECK(again.parameters[i].labels == draws.parameters[i].labels);
    }
    CHECK(fact(again, "formula") == "y ~ (0 + x | store)");
    CHECK(fact(again, "group_store_x_1") == "none");
    CHECK(fact(again, "name_of_store_x") == "none");
}

TEST_CASE("names of parameters without a formula are columns as they are") {
    temporary_directory const directory;
    stored_draws const draws{.parameters = {{.name = "pair:1", .chains = {{3}}}}, .facts = {{"model", "other"}}};
    write_stan_csv(directory / "draws.csv", draws);
    CHECK(read_bytes(directory / "draws.csv").find("pair:1\n") != std::string::npos);
    CHECK(read({directory / "draws.csv"}).parameters[0].name == "pair:1");
}
