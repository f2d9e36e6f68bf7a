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

void print_outcome(std::vector<chain_result> const& chains, std::vector<std::string> const& names) {
    auto const lines = summarise_all(chains, names);
    if (lines.empty()) {
        fmt::print("\nNo draws after warm-up.\n");
        return;
    }
    // Some parameters of a large softmax are enough on a screen; all are in the output.
    constexpr std::size_t most = 60;
    fmt::print("\n{}", format_table(std::span(lines).first(std::min(most, lines.size()))));
    if (lines.size() > most) fmt::print("… and {} more parameters.\n", lines.size() - most);
    fmt::print("\nPer iteration: {:.4g} bright data, {:.4g} likelihood queries, acceptance {:.2g}.\n",
               per_iteration(chains, &chain_result::bright), per_iteration(chains, &chain_result::queries),
               per_iteration(chains, &chain_result::acceptance));

    // Vehtari et al. 2021: R-hat below 1.01 and 100 effective draws a chain. What cannot be computed is no better.
    double worst = 1;
    for (auto const& line : lines)
        if (!(line.r_hat <= worst)) worst = line.r_hat;
    double const least = least_effective(lines), enough = 100 * static_cast<double>(chains.size());
    if (!(worst <= 1.01))
        fmt::print("Warning: R-hat is up to {:.3g}: the chains do not agree yet. Ask for more --draws and --warmup.\n", worst);
    if (!(least >= enough))
        fmt::print("Warning: {:.0f} effective draws for some parameter; ask for more --draws (with --thin to keep files small).\n",
                   least);
}

}  // namespace

void sample(sample_options const& options) {
    problem const posed = make_problem(options);
    chosen_chains const chosen = choose_chains(posed, options);
    print_plan(posed, chosen);
    auto const files = open_output(options, posed, chosen);
    auto const chains = run_chains(chosen.make, options.run, files->sinks(), posed.to_data_scale);
    files->finish();
    print_outcome(chains, posed.names);
}

}  // namespace firefly::program
