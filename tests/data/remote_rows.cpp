/// In teams of threads. `tests/mpi.cpp` does the same in teams of processes.
#include <algorithm>
#include <barrier>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/team_checks.hpp"
#include "support/thread_team.hpp"

using namespace firefly;
using namespace firefly::testing;

TEST_CASE("rows that a team shares out are the rows that everybody was given") {
    check_in_teams(check_shared_rows);
}

TEST_CASE("rows that members of a team bring are one after the other, wherever blocks end") {
    check_in_teams(check_joined_rows);
}

TEST_CASE("rescaled rows are those of one process that rescales them, in four bytes and in eight") {
    check_in_teams([](shared_team const& crew) {
        data_set const data = synthetic_logistic({.rows = 2 * block_rows + 77, .columns = 3, .seed = 5});
        column_scale const scale(vector_of({0, 0.1, -2}), vector_of({1, 3, 0.7}));
        auto const check = [&](auto element, auto alone) {
            auto const shared = remote_rows<decltype(element)>::share_out(crew, alone);
            auto handle = shared;
            handle.rescale(scale);
            alone.rescale(scale);
            check_rows(shared, alone);
            crew->meet();
        };
        check(double{}, dense_rows(data));
        check(float{}, float_rows(data));
    });
}

TEST_CASE("members that bring rows of different widths or types are told so, with both") {
    run_as_team(2, [](shared_team const& crew) {
        dense_rows const mine(synthetic_logistic({.rows = 10, .columns = 2 + crew->rank(), .seed = 1}));
        std::string const both[]{"remote_rows: member 0 has rows of 2 columns of 8 bytes, member 1 of 3 of 8; give all the same",
                                 "remote_rows: member 1 has rows of 3 columns of 8 bytes, member 0 of 2 of 8; give all the same"};
        CHECK_THROWS_WITH_AS(remote_rows<double>::join(crew, mine), both[crew->rank()].c_str(), invalid_argument);
    });
    run_as_team(2, [](shared_team const& crew) {
        dense_rows const mine(synthetic_logistic({.rows = 10, .columns = 2, .seed = 1}));
        if (crew->rank() == 0)
            CHECK_THROWS_AS(remote_rows<double>::join(crew, mine), invalid_argument);
        else
            CHECK_THROWS_AS(remote_rows<float>::join(crew, mine), invalid_argument);
    });
}

TEST_CASE("a member works on the blocks that begin in its rows") {
    run_as_team(3, [](shared_team const& crew) {
        // 100 rows, then all but 50 of three blocks, then 50
        row_index const rows[]{100, 3 * block_rows - 150, 50};
        dense_rows const mine(synthetic_logistic({.rows = rows[crew->rank()], .columns = 2, .seed = 2}));
        auto const shared = remote_rows<double>::join(crew, mine);
        CHECK(shared.rows() == 3 * block_rows);
        CHECK(shared.parts()->starts == std::vector<row_index>{0, block_rows, 3 * block_rows, 3 * block_rows});
        crew->meet();
    });
}
