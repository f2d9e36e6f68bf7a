module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

module firefly.program;

import firefly.external;
import firefly;

namespace firefly::program {

namespace {

void print_plan(problem const& posed, chosen_chains const& chosen) {
    for (auto const& reason : posed.reasons) fmt::print("{}\n", reason);
    if (posed.planned) return;
    if (posed.at) fmt::print("Maximum of the posterior found in {} passes over the data.\n", posed.at->passes);
    fmt::print("{}\n", chosen.details);
    if (posed.expected)
        fmt::print("Expected: {:.1f} bright data of {}; even functionals forget in about {:.1f} sweeps.\n", posed.expected->bright,
                   posed.rows, posed.expected->relaxation);
}

void print_outcome(stored_draws const& draws, std::vector<chain_result> const& chains, std::vector<summary> const& lines) {
    // Some parameters of a large softmax are enough on a screen; all are in the output.
    constexpr std::size_t most = 60;
    fmt::print("\n{}", table_with_speed(lines, draws.sampling_seconds, most));
    if (lines.size() > most) fmt::print("… and {} more parameters.\n", lines.size() - most);
    fmt::print("\nPer iteration: {:.4g} bright data, {:.4g} likelihood queries, acceptance {:.2g}.\n",
               per_iteration(chains, &chain_result::bright), per_iteration(chains, &chain_result::queries),
               per_iteration(chains, &chain_result::acceptance));
}

}  // namespace

void sample(sample_options const& options) {
    if (!options.report.empty()) check_writable(options.report);
    problem const posed = make_problem(options);
    chosen_chains const chosen = choose_chains(posed, options);
    print_plan(posed, chosen);
    auto const files = open_output(options, posed, chosen);
    recorder record(posed, describe_run(options, posed, chosen), options.run.chains);
    auto const chains = run_chains(chosen.make, options.run, record.before(files->sinks()));
    files->finish();
    stored_draws const draws = record.take();
    if (draws.chains() == 0) {
        fmt::print("\nNo draws after warm-up.\n");
        return;
    }
    auto const lines = summarise_draws(draws);
    print_outcome(draws, chains, lines);
    auto const findings = find_problems(draws, lines);
    fmt::print("{}", in_words(findings));
    if (!options.report.empty()) write_report(options.report, draws, lines, findings);
}

}  // namespace firefly::program
