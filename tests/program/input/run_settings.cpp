#include <doctest/doctest.h>

#include <string>

#include "read_arguments.hpp"

using namespace firefly::program;

TEST_CASE("a run that is told nothing has four chains of a thousand draws after a thousand of warm-up, and no other end") {
    run_settings const settings;
    CHECK(settings.chains == 4);
    CHECK(settings.warm_up == 1000);
    CHECK(settings.draws == 1000);
    CHECK(settings.thin == 1);
    CHECK(settings.max_seconds == firefly::infinity);
    CHECK(settings.target_ess == 0);
    CHECK(!settings.save_warm_up);
}

TEST_CASE("the command line has the same defaults, but for the threads, and sets each of them") {
    run_settings const standard, said = read_sample().run;
    CHECK(said.chains == standard.chains);
    CHECK(said.warm_up == standard.warm_up);
    CHECK(said.draws == standard.draws);
    CHECK(said.thin == standard.thin);
    CHECK(said.seed == standard.seed);
    CHECK(said.max_seconds == standard.max_seconds);
    CHECK(said.target_ess == standard.target_ess);
    CHECK(said.save_warm_up == standard.save_warm_up);
    CHECK(said.threads == 3);
    auto const all = read_sample({"--chains", "2", "--warmup", "3", "--draws", "4", "--thin", "5", "--seed", "6", "--threads", "7",
                                  "--save-warmup", "--max-time", "8s", "--target-ess", "9"})
                         .run;
    CHECK(all.chains == 2);
    CHECK(all.warm_up == 3);
    CHECK(all.draws == 4);
    CHECK(all.thin == 5);
    CHECK(all.seed == 6);
    CHECK(all.threads == 7);
    CHECK(all.save_warm_up);
    CHECK(all.max_seconds == 8);
    CHECK(all.target_ess == 9);
}
