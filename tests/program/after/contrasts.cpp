#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "support/made_draws.hpp"
#include "support/temporary_directory.hpp"

import firefly.program.after;

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a contrast is the weight of a class less that of the reference, draw by draw") {
    auto const draws = made_classes(2, 20);
    auto const& weights = draws.parameters[0];
    class_contrasts const contrasts(weights, 1);
    CHECK(contrasts.reference() == "versicolor");
    REQUIRE(contrasts.size() == 4);
    std::vector<std::string> const names{"setosa vs versicolor:(intercept)", "setosa vs versicolor:petal",
                                         "virginica vs versicolor:(intercept)", "virginica vs versicolor:petal"};
    std::vector<std::size_t> const minuends{0, 1, 4, 5}, subtrahends{2, 3, 2, 3};  // elements of W
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(contrasts.name(i) == names[i]);
        auto const differences = contrasts.draws(i), of = weights.element(minuends[i]), less = weights.element(subtrahends[i]);
        REQUIRE(differences.size() == 2);
        for (std::size_t c = 0; c < 2; ++c) {
            REQUIRE(differences[c].size() == 20);
            for (std::size_t s = 0; s < 20; ++s) CHECK(differences[c][s] == of[c][s] - less[c][s]);
        }
    }
}

TEST_CASE("contrasts are against the class that is asked for, or the run's reference, or the first class") {
    auto draws = made_classes(1, 5);
    CHECK(contrasts_of(draws, {})->reference() == "setosa");
    draws.facts.emplace_back("reference", "virginica");
    CHECK(contrasts_of(draws, {})->reference() == "virginica");
    CHECK(contrasts_of(draws, "versicolor")->reference() == "versicolor");
    draws.facts.back().second = "not among the classes";
    CHECK(contrasts_of(draws, {})->reference() == "setosa");
}

TEST_CASE("draws without classes have no contrasts, and a reference for them is refused") {
    auto draws = made_draws(1, 5);
    CHECK_FALSE(contrasts_of(draws, {}));
    CHECK_FALSE(has_unnamed_classes(draws));
    CHECK(
        complaint<invalid_argument>([&] { contrasts_of(draws, "yes"); }) ==
        "--reference \"yes\": contrasts are between the classes of a softmax, and the files do not say that these draws are of one; leave it out");
    draws = made_classes(1, 5);
    draws.parameters[0].dimensions = {"W_dim_0", "W_dim_1"};
    CHECK_FALSE(contrasts_of(draws, {}));
    CHECK(has_unnamed_classes(draws));
    draws.facts.clear();  // a matrix of another program may be called W, too
    CHECK_FALSE(has_unnamed_classes(draws));
    draws.facts = {{"model", "softmax"}};
    CHECK(
        complaint<invalid_argument>([&] { contrasts_of(draws, "1"); }) ==
        "--reference \"1\": the files do not say what the classes are called; give files as `firefly sample` wrote them, with all comments");
}
