/// What one chain keeps of its draws, seen through `run_chains`.
#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/temporary_directory.hpp"

#include "counting_chains.hpp"

using namespace firefly;
using namespace firefly::program;

TEST_CASE("one draw of several is kept, and those of warm-up where they are asked for") {
    processes const alone;
    run_logs logs(1, 2);
    auto const outcome =
        run_chains(counting_chains(), {.chains = 1, .warm_up = 7, .draws = 10, .thin = 3, .save_warm_up = true}, logs, alone);
    CHECK(kept_by(logs, 0) == std::vector<double>{0, 3, 6, 7, 10, 13, 16});
    CHECK(outcome.chains[0].warm_up_kept == 3);
    CHECK(outcome.chains[0].kept == 4);
}

TEST_CASE("draws are kept on the scale of the data") {
    processes const alone;
    run_logs logs(1, 2);
    auto make = counting_chains();
    make.to_data_scale = data_scale(column_scale(to_vector(std::vector{0.0, 0.0}), to_vector(std::vector{2.0, 1.0})));
    run_chains(make, {.chains = 1, .warm_up = 0, .draws = 3}, logs, alone);
    CHECK(kept_by(logs, 0) == std::vector<double>{0, 0.5, 1});
}

TEST_CASE("a turn ends with warm-up, so that none of it is counted among the draws") {
    processes const alone;
    run_logs logs(1, 2);
    auto const outcome = run_chains(counting_chains(), {.chains = 1, .warm_up = 13, .draws = 9}, logs, alone);
    CHECK(outcome.chains[0].warm_up_iterations == 13);
    CHECK(outcome.chains[0].iterations == 9);
    CHECK(outcome.chains[0].bright == 18);
    CHECK(outcome.chains[0].queries == 27);
    CHECK(outcome.chains[0].acceptance == 4.5);
    CHECK(kept_by(logs, 0).front() == 13);
}
