/// What a team promises, in a team of MPI processes: run by `mpirun -n P`. Every process runs every test case, in the same order. With
/// "attend" a thread looks after transfers, as between machines.
#define DOCTEST_CONFIG_IMPLEMENT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "support/team_checks.hpp"

import firefly.mpi;

using namespace firefly;
using namespace firefly::testing;

namespace {

mpi_session const* session = nullptr;

}  // namespace

TEST_CASE("rows that processes share out are the rows that everybody was given") {
    check_shared_rows(session->world());
}

TEST_CASE("rows that processes bring are one after the other, wherever blocks end") {
    check_joined_rows(session->world());
}

TEST_CASE("a process in whose rows no block begins has nothing to do") {
    check_a_small_last_member(session->world());
}

TEST_CASE("a sum over rows has the same bits in any number of processes") {
    check_sums(session->world());
}

TEST_CASE("tables and clocks of processes read as those of somebody alone") {
    check_tables(session->world());
}

TEST_CASE("plans and draws of processes are those of somebody alone, bit for bit, and need nobody's attention") {
    check_logistic_draws(session->world());
}

TEST_CASE("so they are for robust and softmax regression") {
    check_other_draws(session->world());
}

TEST_CASE("a process that has the rows alone needs nobody") {
    check_a_member_alone(session->world());
}

TEST_CASE("messages arrive in the order in which they were sent, and nobody waits for them") {
    auto const world = session->world();
    std::size_t const next = (world->rank() + 1) % world->size(), before = (world->rank() + world->size() - 1) % world->size();
    for (int i = 0; i < 100; ++i) session->send(next, std::string(1 + static_cast<std::size_t>(i) * 977, static_cast<char>(i)));
    for (int i = 0; i < 100;) {
        std::optional<mpi_message> const message = session->receive();
        if (!message) {
            std::this_thread::yield();
            continue;
        }
        CHECK(message->from == before);
        CHECK(message->bytes == std::string(1 + static_cast<std::size_t>(i) * 977, static_cast<char>(i)));
        ++i;
    }
}

int main(int argc, char** argv) {
    bool const attend = argc > 1 && std::string(argv[1]) == "attend";
    mpi_session const here(attend);
    session = &here;
    doctest::Context context(argc, argv);
    int const result = context.run();
    if (result != 0) here.abort(result);  // the others may be waiting for what did not come
    return result;
}
