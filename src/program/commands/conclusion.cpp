module;
#include <algorithm>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

module firefly.program.commands;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.setup;
import firefly.program.run;
import firefly.program.output;
import firefly.program.after;

namespace firefly::program {

void print_plan(model_setup const& setup, chosen_chains const& chosen) {
    for (auto const& reason : setup.reasons) fmt::print("{}\n", reason);
    if (setup.planned.start) return;
    if (setup.at) fmt::print("{}\n", maximum_in_words(*setup.at));
    fmt::print("{}\n", chosen.details);
    if (setup.expected)
        fmt::print("Expected: {:.1f} bright data of {}; even functionals forget in about {:.1f} sweeps.\n", setup.expected->bright,
                   setup.rows, setup.expected->relaxation);
}

void conclude(sample_options const& options, run_description const& description, std::vector<chain_result> const& chains,
              run_logs& logs, std::vector<fact_list> const& ends) {
    stored_draws const draws = recorded(description, chains, logs, ends);
    if (draws.chains() == 0) {
        fmt::print("\nNo draws after warm-up.\n");
        return;
    }
    auto const lines = summarise_draws(draws);
    // Some parameters of a large softmax are enough on a screen; all are in the output.
    constexpr std::size_t most = 60;
    fmt::print("\n{}", table_with_speed(lines, draws.sampling_seconds, most));
    if (lines.size() > most) fmt::print("… and {} more parameters.\n", lines.size() - most);
    bool const counted = std::ranges::any_of(chains, [](chain_result const& chain) { return chain.iterations > 0; });
    if (counted)
        fmt::print("\nPer iteration: {:.4g} bright data, {:.4g} likelihood queries, acceptance {:.2g}.\n",
                   per_iteration(chains, &chain_result::bright), per_iteration(chains, &chain_result::queries),
                   per_iteration(chains, &chain_result::acceptance));
    auto const findings = find_problems(draws, lines);
    fmt::print("{}", in_words(findings));
    if (!options.report.empty()) write_report(options.report, draws, lines, findings);
}

std::string draws_in_words(std::vector<chain_result> const& chains) {
    auto const [least, most] = std::ranges::minmax(chains, {}, &chain_result::kept);
    return least.kept == most.kept ? fmt::format("{} draws", most.kept) : fmt::format("{} to {} draws", least.kept, most.kept);
}

void print_end(sample_options const& options, run_outcome const& outcome, bool can_go_on) {
    std::string const drawn = draws_in_words(outcome.chains);
    std::string const go_on =
        can_go_on ? fmt::format(" To go on: firefly resume {}", checkpoint_path(options).string()) : std::string();
    if (outcome.end == run_end::signalled)
        fmt::print("\nStopped by a signal after {} a chain.{}\n", drawn, go_on);
    else if (outcome.end == run_end::out_of_time)
        fmt::print("\nStopped by --max-time after {} a chain.{}\n", drawn, go_on);
    else if (outcome.end == run_end::target_reached)
        fmt::print("\nStopped by --target-ess after {} a chain.\n", drawn);
    else if (options.run.target_ess > 0)
        fmt::print("\nWarning: --target-ess {} was not reached in {} a chain; ask for more --draws.\n", options.run.target_ess,
                   drawn);
}

void throw_failure(sample_options const& options, run_outcome const& outcome, run_logs& logs, output const& files, bool written,
                   bool is_new) {
    bool const drawn = std::ranges::any_of(outcome.chains, [](auto const& chain) { return chain.records() > 0; });
    if (!drawn && is_new) {
        if (!base_name(options).empty()) std::filesystem::remove(checkpoint_path(options));
        logs.remove();
        std::rethrow_exception(outcome.failure);
    }
    try {
        std::rethrow_exception(outcome.failure);
    } catch (std::exception const& failure) {
        if (base_name(options).empty())
            throw run_failure(fmt::format("{}; nothing was saved, for want of --output", failure.what()));
        std::string saved = fmt::format("{} a chain are in the log beside {}", draws_in_words(outcome.chains), base_name(options));
        if (written && !files.paths().empty() && std::filesystem::exists(files.paths().front()))
            saved = fmt::format("{} a chain are in {}", draws_in_words(outcome.chains), files.paths().front().string());
        throw run_failure(
            fmt::format("{}; {}; to go on: firefly resume {}", failure.what(), saved, checkpoint_path(options).string()));
    }
}

}  // namespace firefly::program
