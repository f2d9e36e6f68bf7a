#include <doctest/doctest.h>

#include "surveyed.hpp"

using namespace firefly::program;

TEST_CASE("sound data leave nothing to say, with an anchor or without") {
    auto const check = [](data_survey const& seen) {
        CHECK(seen.separating.empty());
        CHECK(seen.uninformed.empty());
        CHECK(seen.pulled.empty());
        CHECK_FALSE(seen.uneven);
        CHECK_FALSE(seen.dominant);
        CHECK_FALSE(seen.dispersion);
        CHECK_FALSE(seen.zeros);
        CHECK_FALSE(seen.counts);
        CHECK_FALSE(seen.residuals);
    };
    check(set_up_table(coin_tosses(300, 3)).seen);
    check(set_up_table(coin_tosses(300, 3), [](sample_options& o) {
              o.how.anchor = firefly::none;
              o.how.algorithm = firefly::algorithm_kind::firefly;
          }).seen);
}
