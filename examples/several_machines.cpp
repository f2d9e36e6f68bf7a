/// Rows that several processes hold, a chain in each: launched with `mpirun -n P`, built with -DFIREFLY_MPI=ON.
#include <cstdint>
#include <cstdio>
#include <ranges>
#include <utility>

import firefly.mpi;
import firefly;

int main() {
    using namespace firefly;
    mpi_session const session;  // first of all
    auto const world = session.world();
    auto const rank = static_cast<std::uint32_t>(world->rank());

    // Here every process makes all the rows and keeps its share. `join` takes rows that each has read from a file of its own.
    dense_rows const all(synthetic_logistic({.rows = 50'000, .columns = 5, .seed = 1}));
    // These rows are collective: all processes make each pass over them, at the same place in the program. For what one of them does by
    // itself there is `rows.alone()`.
    auto rows = remote_rows<double>::share_out(world, all);

    // All processes together: the maximum, the bound, the tables, each from its own rows.
    plan const chosen(posterior(logistic{}, gaussian_prior{1}, std::move(rows)));

    // Each alone: a chain that reads the few rows it needs where they lie.
    double sum = 0;
    int count = 0;
    for (draw const& d : chosen.draws({.seed = 1, .chain = rank, .warm_up = 100}) |
                             std::views::filter([](draw const& d) { return !d.warm_up; }) | std::views::take(2000)) {
        sum += d.theta(1);
        ++count;
    }
    std::printf("chain %u: mean of the second coefficient %.3f in %d draws\n", rank, sum / count, count);
}
