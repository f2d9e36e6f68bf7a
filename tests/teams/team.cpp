/// Teams of threads. `tests/mpi.cpp` does the same in teams of processes.
#include <algorithm>
#include <barrier>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
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

TEST_CASE("a member in whose rows no block begins has nothing to do") {
    check_in_teams(check_a_small_last_member);
}

TEST_CASE("a sum over rows has the same bits in a team of any size") {
    check_in_teams(check_sums);
}

TEST_CASE("plans and draws of a team are those of somebody alone, bit for bit, and need nobody's attention") {
    check_in_teams(check_logistic_draws);
}

TEST_CASE("so they are for robust and softmax regression") {
    for (std::size_t const size : {1, 3}) run_as_team(size, check_other_draws);
}

TEST_CASE("a member of a team that has the rows alone needs nobody") {
    check_in_teams(check_a_member_alone);
}
