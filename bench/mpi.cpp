/// What several processes gain and lose on one machine, at N = 10⁶ and D = 51: `./dev bench mpi`.
///
/// Run plainly it launches itself by `mpirun` with 1, 2 and 4 processes, three times in turn, and takes medians. A process that was launched
/// measures set-up (from rows in memory to a plan, one thread) and an iteration of a chain in every process at the same time; the first
/// one alone also the same with rows of its own. The constants of the cost model in docs/scale.md come from here: bench/scale_model.py.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "measure.hpp"
#include "records.hpp"

import firefly.mpi;
import firefly;

using namespace firefly;
using namespace firefly::bench;

namespace {

constexpr row_index rows = 1'000'000;
constexpr std::size_t columns = 51;

/// The longest of all processes.
double longest(team const& all, double mine) {
    return std::ranges::max(all.gather_numbers(std::span<double const>(&mine, 1)));
}

struct costs {
    double setup = 0;      // seconds
    double iteration = 0;  // microseconds
    double exchange = 0;   // microseconds: a row of another process, asked for and waited for
};

/// Reads rows of the next process, one at a time.
template <RowSource Rows>
double time_exchange(team const& all, Rows const& source) {
    row_index const size = rows / all.size(), begin = (all.rank() + 1) % all.size() * size;
    packed_rows one(columns);
    constexpr std::size_t times = 20'000;
    auto const start = clock::now();
    for (std::size_t i = 0; i < times; ++i) {
        row_index const n = begin + 1 + i * 9973 % (size - block_rows);
        source.request(std::span(&n, 1), one);
        source.collect(one);
    }
    return 1e6 * seconds_since(start) / times;
}

/// What a posterior takes, of the slowest process.
template <RowSource Rows>
costs measure_costs(team const& all, Rows const& source) {
    posterior const model(logistic{}, gaussian_prior{1}, source);
    all.meet();
    auto const start = clock::now();
    plan const chosen(model, firefly_only);
    costs result;
    result.setup = longest(all, seconds_since(start));
    auto const chain = chosen.make_chain({.seed = 1, .chain = static_cast<std::uint32_t>(all.rank()), .warm_up = 0});
    for (int i = 0; i < 5'000; ++i) chain->advance();
    all.meet();
    constexpr int iterations = 50'000;
    auto const begin = clock::now();
    for (int i = 0; i < iterations; ++i) chain->advance();
    result.iteration = longest(all, 1e6 * seconds_since(begin) / iterations);
    result.exchange = longest(all, time_exchange(all, source));
    return result;
}

int run_member() {
    mpi_session const session;
    auto const world = session.world();
    dense_rows const alone(synthetic_logistic({.rows = rows, .columns = columns, .seed = 1}));
    if (world->size() == 1) {
        costs const own = measure_costs(*world, alone);
        std::printf("alone %.6g %.6g %.6g\n", own.setup, own.iteration, own.exchange);
    }
    costs const shared = measure_costs(*world, remote_rows<double>::share_out(world, alone));
    if (world->rank() == 0) std::printf("shared %.6g %.6g %.6g\n", shared.setup, shared.iteration, shared.exchange);
    return 0;
}

using measured = std::map<std::string, std::vector<costs>>;  // "alone", "1", "2", "4"

void launch(std::string const& self, int processes, measured& all) {
    std::string const command =
        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe --bind-to none -n " +
        std::to_string(processes) + " '" + self + "'";
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> const output(::popen(command.c_str(), "r"), ::pclose);
    char what[32];
    costs each;
    while (output && std::fscanf(output.get(), "%31s %lg %lg %lg", what, &each.setup, &each.iteration, &each.exchange) == 4)
        all[what == std::string("alone") ? "alone" : std::to_string(processes)].push_back(each);
}

double median(std::vector<costs> const& of, double costs::* which) {
    std::vector<double> values;
    for (costs const& each : of) values.push_back(each.*which);
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

}  // namespace

int main(int, char** argv) {
    if (mpi_session::is_launched()) return run_member();
    measured all;
    for (int repeat = 0; repeat < 3; ++repeat)
        for (int const processes : {1, 2, 4}) launch(argv[0], processes, all);
    std::printf("%-12s %14s %16s %16s\n", "processes", "set-up, s", "iteration, us", "a row, us");
    for (auto const& [who, of] : all)
        std::printf("%-12s %14.3f %16.2f %16.2f\n", who.c_str(), median(of, &costs::setup), median(of, &costs::iteration),
                    median(of, &costs::exchange));
    records out("mpi");
    out.at_most(2, "an iteration in each of 2 processes, against rows in one's own memory",
                median(all["2"], &costs::iteration) / median(all["alone"], &costs::iteration), "times as long");
    out.at_least(1.6, "set-up in 2 processes against 1, one thread each",
                 median(all["1"], &costs::setup) / median(all["2"], &costs::setup), "times as fast");
    return out.finish("bench/results") ? 0 : 1;
}
