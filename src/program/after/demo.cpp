module;
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

module firefly.program.after;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.setup;
import firefly.program.run;
import firefly.program.output;

namespace firefly::program {

namespace {

/// What is compared.
struct figures {
    double iterations_per_second;
    double queries_per_iteration;
    double effective_per_iteration;  // of the parameter with the fewest
    double effective_per_second;
};

figures measure(std::vector<chain_result> const& chains, std::vector<summary> const& lines) {
    double iterations = 0, seconds = 0;
    for (auto const& chain : chains) {
        iterations += static_cast<double>(chain.iterations);
        seconds += chain.seconds;
    }
    double const effective = least_effective(lines);
    return {iterations / seconds, per_iteration(chains, &chain_result::queries), effective / iterations, effective / seconds};
}

void print_side_by_side(figures const& firefly, figures const& regular) {
    auto const row = [](char const* what, double a, double b, double ratio) {
        say(fmt::format("{:<34}{:>14}{:>14}{:>12}\n", what, rounded(a, 4), rounded(b, 4), rounded(ratio, 2)));
    };
    say(fmt::format("{:<34}{:>14}{:>14}{:>12}\n", "per chain (one core)", "firefly", "regular", "ratio"));
    row("likelihood queries per iteration", firefly.queries_per_iteration, regular.queries_per_iteration,
        regular.queries_per_iteration / firefly.queries_per_iteration);
    row("iterations per second", firefly.iterations_per_second, regular.iterations_per_second,
        firefly.iterations_per_second / regular.iterations_per_second);
    row("effective draws per iteration", firefly.effective_per_iteration, regular.effective_per_iteration,
        firefly.effective_per_iteration / regular.effective_per_iteration);
    row("effective draws per second", firefly.effective_per_second, regular.effective_per_second,
        firefly.effective_per_second / regular.effective_per_second);
}

}  // namespace

void demo(processes const& alone) {
    signal_guard const guard;
    using clock = std::chrono::steady_clock;
    std::size_t const threads = std::max(1u, std::thread::hardware_concurrency());
    synthetic_settings const made{.rows = 200'000, .columns = 11, .seed = 1};
    data_set data = synthetic_logistic(made);
    std::vector<std::string> const names = data.columns;
    say(fmt::format("Logistic regression on {} rows and {} columns made from seed {}, prior N(0, 1).\n\n", made.rows, made.columns,
                    made.seed));

    auto const start = clock::now();
    plan const chosen(posterior(logistic{}, gaussian_prior(1), dense_rows(std::move(data))),
                      {.algorithm = algorithm_kind::firefly});
    for (auto const& reason : chosen.reasons()) say(fmt::format("{}\n", reason));
    say(fmt::format("All this took {:.2g} s.\n\n", std::chrono::duration<double>(clock::now() - start).count()));

    run_settings settings{.chains = 4, .warm_up = 1000, .draws = 20'000, .thin = 1, .seed = 1, .threads = threads};
    run_logs firefly_logs(settings.chains, names.size());
    auto const fireflies =
        run_chains({.make = [&](chain_options o) { return chosen.make_chain(o); }}, settings, firefly_logs, alone).chains;
    if (stop_requested) return;
    auto const firefly_lines = summarise_all(read_logs(firefly_logs), names);
    say(fmt::format("Firefly Monte Carlo: {} chains of {} draws after {} of warm-up. Bright data: {:.2f} on average.\n\n{}\n",
                    settings.chains, settings.draws, settings.warm_up, per_iteration(fireflies, &chain_result::bright),
                    format_table(firefly_lines)));

    settings = {.chains = 1, .warm_up = 20, .draws = 1'000'000'000, .thin = 1, .seed = 2, .threads = 1, .max_seconds = 15};
    say(fmt::format("Now the same posterior by elliptical slice sampling on all data, for {} seconds.\n\n", settings.max_seconds));
    run_logs regular_logs(settings.chains, names.size());
    auto const regular =
        run_chains({.make = [&](chain_options o) { return chosen.make_control(kernel_kind::elliptical_slice, o); }}, settings,
                   regular_logs, alone)
            .chains;
    if (stop_requested) return;
    auto const regular_lines = summarise_all(read_logs(regular_logs), names);

    print_side_by_side(measure(fireflies, firefly_lines), measure(regular, regular_lines));
    say(fmt::format(
        "\nBoth are exact. Effective draws are of the parameter with the fewest; those of regular MCMC rest on {} iterations with about\n"
        "{:.0f} effective draws, so the last ratio is rough.\n",
        regular.front().iterations, least_effective(regular_lines)));
}

}  // namespace firefly::program
