#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "diagnosis.hpp"

using namespace firefly;
using namespace firefly::program;

TEST_CASE("a run that went well has no findings") {
    CHECK(diagnosis(made_draws()) == "No problems found: the chains agree, and effective draws are enough.\n");
    CHECK(diagnosis(of_others()) == "No problems found: the chains agree, and effective draws are enough.\n");
}

TEST_CASE("one chain alone, and draws that were left out, are noted") {
    says(made_draws(1, 2000),
         "Note: There is only one chain: nothing shows whether it has forgotten where it started. Run at least four chains.");
    auto draws = made_draws();
    draws.cut = "The last 3 draws of chain 1 are left out.";
    says(draws,
         "Note: The last 3 draws of chain 1 are left out. Nothing needs to be done; the draws that are left out are in the files.");
}

TEST_CASE("the mean of a statistic is that of all chains") {
    auto draws = made_draws(2, 10);
    draws.statistics[0].chains[1].assign(10, 5.0);
    CHECK(mean_statistic(draws, "n_bright__") == 4.0);
    CHECK_FALSE(mean_statistic(draws, "energy__"));
}

TEST_CASE("findings are told in one line each, with what to do") {
    CHECK(in_words({}) == "No problems found: the chains agree, and effective draws are enough.\n");
    CHECK(in_words({{.what = "It is hot.", .remedy = "Open a window."}, {finding::severity::note, "It is late.", "Go home."}}) ==
          "Warning: It is hot. Open a window.\nNote: It is late. Go home.\n");
}
