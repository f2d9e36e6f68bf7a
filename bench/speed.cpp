/// bench_speed [PART…]: wall-clock time against what the arithmetic costs. Parts: floor, draws, limit, growth, pass, setup, memory; all
/// when none is named.
/// Ratios are taken side by side, in turns, medians of repeats; one thread.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "floor.hpp"
#include "parts.hpp"
#include "records.hpp"

#include "measure.hpp"
#include "problems.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::bench;

namespace {

std::pair<double, double> in_turns(int repeats, std::function<void()> const& a, std::function<void()> const& b) {
    std::vector<double> const seconds = seconds_in_turns(repeats, {a, b});
    return {seconds[0], seconds[1]};
}

/// What the next iterations of a chain have to do. Where all rows are kept whitened, none is fresh.
template <class Chain>
std::vector<iteration_counts> count_iterations(Chain& chain, std::size_t iterations, bool are_kept) {
    std::vector<iteration_counts> result;
    for (std::size_t i = 0; i < iterations; ++i) {
        z_stats const before = chain.current().z;
        chain.advance();
        result.push_back({before.bright, are_kept ? 0 : before.brightened, chain.current().z.queries});
    }
    return result;
}

/// An iteration against its arithmetic, for the counts that the chain really has.
template <class M>
void compare_with_floor(records& figures, std::string const& name, M const& model) {
    plan const chosen(model, firefly_only);
    auto const chain = chosen.make_chain({.seed = 27, .warm_up = 1000});
    for (int i = 0; i < 2000; ++i) chain->advance();
    constexpr std::size_t many = 5000;
    bool const are_kept = model.rows().rows() * padded(iteration_floor::dimension) * sizeof(double) <= usual_white_bytes;
    std::vector<iteration_counts> const counts = count_iterations(*chain, many, are_kept);
    iteration_floor arithmetic;
    double total = 0;
    auto const [real, least] = in_turns(
        15,
        [&] {
            for (std::size_t i = 0; i < many; ++i) chain->advance();
        },
        [&] { total += arithmetic.run(counts); });
    std::printf("  %-18s an iteration %.2f µs, its arithmetic %.2f µs (sum %g)\n", name.c_str(), 1e6 * real / many,
                1e6 * least / many, total);
    figures.at_most(2, name + ": an iteration against its arithmetic", real / least, "times");
}

void floor_part(records& figures) {
    if (has_mnist()) compare_with_floor(figures, "MNIST", mnist());
    compare_with_floor(figures, "synthetic, 10⁴", synthetic(10'000));
    compare_with_floor(figures, "synthetic, 10⁵", synthetic(100'000));
    compare_with_floor(figures, "synthetic, 10⁶", synthetic(1'000'000));
}

/// Effective draws per second of the default sampler and of independence Metropolis on all data.
template <class M>
void compare(records& figures, std::string const& name, M const& model, double times, std::uint64_t draws,
             std::uint64_t proposals) {
    auto const start = clock::now();
    plan const chosen(model, firefly_only);
    double const set_up = seconds_since(start);
    anchor const& at = chosen.at();
    auto const ours = chosen.make_chain({.seed = 21, .warm_up = 1000});
    // The control has the true maximum: its proposals suffer from one that is only near, as firefly does not.
    anchor const maximum = find_map(model);
    auto const control = make_regular_chain(model, independence({maximum.theta, preconditioner(maximum.precision)}),
                                            {.seed = 21, .warm_up = 0}, as_view(laplace_draw(maximum, {.seed = 21})));
    measurement const m = measure(*ours, at.theta, at.precision, 1000, draws);
    measurement const c = measure(*control, at.theta, at.precision, 32, proposals, 20);
    // What measuring costs is not the chain's: time it apart, in turns.
    std::uint64_t const some = std::max<std::uint64_t>(draws / 10, 1),
                        few = std::max<std::uint64_t>(static_cast<std::uint64_t>(c.draws) / 10, 32);
    auto const [own_time, control_time] = in_turns(
        5,
        [&] {
            for (std::uint64_t i = 0; i < some; ++i) ours->advance();
        },
        [&] {
            for (std::uint64_t i = 0; i < few; ++i) control->advance();
        });
    double const microseconds = 1e6 * own_time / static_cast<double>(some),
                 control_microseconds = 1e6 * control_time / static_cast<double>(few);
    std::printf("  %-18s set-up %.2f s; default %.2f µs per iteration, ESS %.2f; %.2f; independence %.1f µs, ESS %.2f; %.2f\n",
                name.c_str(), set_up, microseconds, m.worst, m.even, control_microseconds, c.worst, c.even);
    figures.at_least(times, name + ": effective draws per second against independence Metropolis",
                     m.worst / microseconds / (c.worst / control_microseconds), "times");
    figures.at_least(times, name + ": the same for ‖θ − θ*‖²_H", m.even / microseconds / (c.even / control_microseconds), "times");
}

void draws_part(records& figures) {
    if (has_mnist()) compare(figures, "MNIST", mnist(), 8, 100'000, 10'000);
    compare(figures, "synthetic, 10⁴", synthetic(10'000), 25, 100'000, 10'000);
    compare(figures, "synthetic, 10⁵", synthetic(100'000), 600, 100'000, 2'000);
    compare(figures, "synthetic, 10⁶", synthetic(1'000'000), 10'000, 100'000, 640);
}

/// An effective draw against a plain one from the Laplace approximation, with the routines of the sampler.
void limit_part(records& figures) {
    plan const chosen(synthetic(1'000'000), firefly_only);
    anchor const& at = chosen.at();
    whitening const& inner = chosen.target().inner();
    auto const chain = chosen.make_chain({.seed = 22, .warm_up = 1000});
    measurement const m = measure(*chain, at.theta, at.precision, 1000, 50'000);
    vector white = zeros(at.theta.size()), theta = white;
    double sum = 0;
    constexpr std::uint64_t many = 100'000;
    auto const [own, plain] = in_turns(
        9,
        [&] {
            for (std::uint64_t i = 0; i < many; ++i) chain->advance();
        },
        [&] {
            for (std::uint64_t i = 0; i < many; ++i) {
                random_source random({.seed = 23, .iteration = i});
                random.normals(as_out(white));
                inner.scale.unwhiten(as_view(white), as_out(theta));
                for (std::size_t k = 0; k < theta.size(); ++k) theta(k) += inner.centre(k);
                sum += theta(0);
            }
        });
    double const draw = 1e9 * own / many / m.effective(), simple = 1e9 * plain / many;
    std::printf("  an effective draw %.0f ns, a plain one %.0f ns (sum %g)\n", draw, simple, sum);
    figures.at_most(6, "limit, N = 10⁶: an effective draw against a plain one", draw / simple, "times");
    figures.at_most(300, "limit, N = 10⁶: a plain draw", simple, "ns");
}

/// The time of an iteration does not grow with N.
void growth_part(records& figures) {
    plan const small(synthetic(10'000), firefly_only), large(synthetic(10'000'000), firefly_only);
    auto const a = small.make_chain({.seed = 24, .warm_up = 500}), b = large.make_chain({.seed = 24, .warm_up = 500});
    auto const run = [](auto& chain, int count) {
        for (int i = 0; i < count; ++i) chain->advance();
    };
    run(a, 1000);
    run(b, 1000);
    auto const [of_small, of_large] = in_turns(9, [&] { run(a, 20'000); }, [&] { run(b, 20'000); });
    std::printf("  an iteration at 10⁴ %.2f µs, at 10⁷ %.2f µs\n", 1e6 * of_small / 20'000, 1e6 * of_large / 20'000);
    figures.at_most(1, "growth: an iteration at N = 10⁷ against one at 10⁴", of_large / of_small, "times");
}

/// The full-data pass of regular MCMC against reading the same memory.
void pass_part(records& figures) {
    auto const model = synthetic(1'000'000);
    regular_density density(model, as_view(zeros(model.dimension())));
    vector theta = zeros(model.dimension());
    double total = 0;
    std::vector<double> memory(model.rows().rows() * (model.rows().columns() + 1), 1.0);
    auto const [pass, reading] = in_turns(
        9,
        [&] {
            theta(0) += 1e-3;
            total += density.evaluate(as_view(theta));
        },
        [&] {
            double sums[16] = {};
            for (std::size_t i = 0; i + 16 <= memory.size(); i += 16)
                for (std::size_t k = 0; k < 16; ++k) sums[k] += memory[i + k];
            for (double const s : sums) total += s;
        });
    double const bytes = static_cast<double>(memory.size() * sizeof(double));
    std::printf("  a pass %.1f ms (%.1f GB/s), reading %.1f ms (%.1f GB/s), sum %g\n", 1e3 * pass, 1e-9 * bytes / pass,
                1e3 * reading, 1e-9 * bytes / reading, total);
    figures.at_least(0.7, "pass: bandwidth of a full-data pass against reading", reading / pass, "");
}

/// Set-up against what it cannot do without: reading the rows once, and two Gram matrices by the fastest loops there are. On one thread and on two.
void setup_part(records& figures) {
    auto const model = synthetic(1'000'000);
    block_buffer buffer;
    std::size_t const columns = model.dimension(), rows = model.rows().rows();
    matrix_view const all(model.rows().block(0, buffer).rows.common.elements, rows,
                          columns);  // of dense rows all blocks follow each other
    matrix gram = zeros(columns, columns);
    std::vector<double> const weights(rows, 0.5);
    double total = 0;
    auto const blas = [&] {
        cxxblas::syrk<xt::blas_index_t>(cxxblas::StorageOrder::RowMajor, cxxblas::StorageUpLo::Lower, cxxblas::Transpose::Trans,
                                        static_cast<xt::blas_index_t>(columns), static_cast<xt::blas_index_t>(rows), 1.0,
                                        all.elements, static_cast<xt::blas_index_t>(columns), 0.0, gram.data(),
                                        static_cast<xt::blas_index_t>(columns));
    };
    auto const own = [&] {
        for (std::size_t first = 0; first < rows; first += block_rows) {
            std::size_t const count = std::min<std::size_t>(block_rows, rows - first);
            add_weighted_gram({all.elements + first * columns, count, columns}, vector_view(weights).subspan(first, count), gram);
        }
    };
    auto const [by_blas, by_own] = in_turns(5, blas, own);
    auto const [whole, reading] = in_turns(
        5, [&] { total += plan(model).expected()->bright; },
        [&] {
            double sums[16] = {};
            for (std::size_t i = 0; i + 16 <= rows * columns; i += 16)
                for (std::size_t k = 0; k < 16; ++k) sums[k] += all.elements[i + k];
            for (double const s : sums) total += s;
        });
    auto const [one, two] = in_turns(
        5, [&] { total += plan(model).expected()->bright; },
        [&] {
            set_pass_threads(2);
            total += plan(model).expected()->bright;
            set_pass_threads(1);
        });
    double const least = reading + 2 * std::min(by_blas, by_own);
    std::printf(
        "  set-up %.2f s; reading %.2f s, a Gram matrix %.2f s by BLAS, %.2f s by own loops; set-up on two threads %.2f s (sum %g)\n",
        whole, reading, by_blas, by_own, two, total + gram(0, 0));
    figures.at_most(3, "set-up, N = 10⁶: against reading the rows and two Gram matrices", whole / least, "times");
    figures.at_least(1.6, "set-up, N = 10⁶: two threads against one", one / two, "times");
}

/// What set-up and four chains take beside the data, at the highest.
void memory_part(records& figures) {
    constexpr row_index rows = 10'000'000;
    auto const model = synthetic(rows);
    std::ofstream("/proc/self/clear_refs") << 5;  // the highest so far is forgotten
    double const before = process_memory("VmRSS");
    plan const chosen(model, firefly_only);
    double total = 0;
    std::vector<decltype(chosen.make_chain({}))> chains;  // all at once, as a program has them
    for (std::uint32_t i = 0; i < 4; ++i) chains.push_back(chosen.make_chain({.seed = 25, .chain = i, .warm_up = 500}));
    for (int i = 0; i < 2000; ++i)
        for (auto const& chain : chains) chain->advance();
    for (auto const& chain : chains) total += chain->current().theta(0);
    double const more = process_memory("VmHWM") - before;
    std::printf("  data %.0f MB; %.0f MB more at the highest: %.1f bytes per datum (sum %g)\n", 1e-6 * before, 1e-6 * more,
                more / rows, total);
    figures.at_most(16 + 64 * 1024 * 1024 / static_cast<double>(rows), "memory, N = 10⁷: beside the data, four chains", more / rows,
                    "bytes per datum");
}

}  // namespace

int main(int count, char** arguments) {
    records figures("speed");
    bool const known = run_parts({{"floor", [&] { floor_part(figures); }},
                                  {"draws", [&] { draws_part(figures); }},
                                  {"limit", [&] { limit_part(figures); }},
                                  {"growth", [&] { growth_part(figures); }},
                                  {"pass", [&] { pass_part(figures); }},
                                  {"setup", [&] { setup_part(figures); }},
                                  {"memory", [&] { memory_part(figures); }}},
                                 {arguments + 1, arguments + count});
    if (!known) return 2;
    return figures.finish("bench/results") ? 0 : 1;
}
