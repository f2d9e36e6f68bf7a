#include <doctest/doctest.h>

#include <string>

import firefly;
import firefly.program.setup;

using namespace firefly;
using firefly::program::as_options;

TEST_CASE("what was chosen is said in options, and what it makes meaningless is left out") {
    CHECK(as_options({.algorithm = algorithm_kind::firefly,
                      .anchor = anchor_kind::maximum,
                      .bound = bound_kind::jaakkola_jordan,
                      .region = 7.5,
                      .kernel = kernel_kind::bright_gibbs,
                      .updater = updater_kind::clocked,
                      .candidates = 3.0,
                      .start = start_kind::laplace}) ==
          "--algorithm firefly --anchor map --bound jaakkola-jordan --region 7.5 --kernel bright-gibbs --updater clocked "
          "--candidates 3 --start laplace");
    CHECK(as_options({.algorithm = algorithm_kind::regular,
                      .anchor = anchor_kind::pilot_mean,
                      .bound = none,
                      .region = none,
                      .kernel = kernel_kind::independence,
                      .updater = none,
                      .candidates = none,
                      .start = start_kind::laplace}) == "--algorithm regular --anchor pilot --kernel independence --start laplace");
    CHECK(as_options({.algorithm = algorithm_kind::firefly,
                      .anchor = none,
                      .bound = bound_kind::bohning,
                      .region = none,
                      .kernel = kernel_kind::random_walk,
                      .updater = updater_kind::implicit_form,
                      .candidates = none,
                      .start = start_kind::prior}) ==
          "--algorithm firefly --anchor none --bound bohning --kernel random-walk --updater implicit --start prior");
}
