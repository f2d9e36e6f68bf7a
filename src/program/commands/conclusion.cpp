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

void print_plan(model_setup const& setup) {
    for (auto const& reason : setup.reasons) say(fmt::format("{}\n", reason));
    if (setup.expected && setup.chosen.algorithm == choice(algorithm_kind::firefly))
        say(fmt::format("Even functionals forget in about {:.1f} sweeps.\n", setup.expected->relaxation));
    say(fmt::format("Chosen: {}\n", as_options(setup.chosen)));
}

run_verdict conclude(sample_options const& options, run_description const& description, std::vector<chain_result> const& chains,
                     run_logs& logs, std::vector<fact_list> const& ends) {
    stored_draws const draws = recorded(description, chains, logs, ends);
    if (draws.chains() == 0) return {};
    auto const found = summarise_with_contrasts(draws);
    auto const findings = find_problems(draws, found);
    if (!options.report.empty()) write_report(options.report, draws, found, findings);  // first: to say something may fail
    // The screen shows only some parameters of a large softmax; the output has all.
    constexpr std::size_t most = 60;
    say(fmt::format("\n{}", tables_with_speed(found, draws.sampling_seconds, most)));
    bool const counted = std::ranges::any_of(chains, [](chain_result const& chain) { return chain.iterations > 0; });
    if (counted)
        say(fmt::format("\nPer iteration: {} bright data, {} likelihood queries, acceptance {:.2g}.\n",
                        rounded(per_iteration(chains, &chain_result::bright), 4),
                        rounded(per_iteration(chains, &chain_result::queries), 4),
                        per_iteration(chains, &chain_result::acceptance)));
    if (!findings.empty()) say(in_words(findings));
    return verdict_on(found.lines, findings);
}

void print_end(ended_run const& run) {
    std::string const drawn = draws_in_words(run.chains);
    say("\n");
    if (run.end == run_end::signalled)
        say(fmt::format("Stopped by a signal after {} per chain.\n", drawn));
    else if (run.end == run_end::out_of_time)
        say(fmt::format("Stopped by --max-time after {} per chain.\n", drawn));
    else if (run.end == run_end::target_reached)
        say(fmt::format("Stopped by --target-ess after {} per chain.\n", drawn));
    else if (run.options.run.target_ess > 0)
        say(fmt::format("Warning: --target-ess {} was not reached in {} per chain; ask for more --draws.\n",
                        run.options.run.target_ess, drawn));
    say(last_words(run));
}

void throw_failure(sample_options const& options, run_outcome const& outcome, run_logs& logs, bool written, bool is_new) {
    bool const drawn = std::ranges::any_of(outcome.chains, [](auto const& chain) { return chain.records() > 0; });
    if (!drawn && is_new) {
        try {
            if (!base_name(options).empty()) remove_run(options, logs);
        } catch (output_error const&) {}  // the failure that came first is the one to tell
        std::rethrow_exception(outcome.failure);
    }
    try {
        std::rethrow_exception(outcome.failure);
    } catch (std::exception const& failure) {
        if (base_name(options).empty())
            throw run_failure(fmt::format("{}; nothing was saved, for want of --output", cause_in_words(failure)));
        std::string saved =
            fmt::format("{} per chain are in the log beside {}", draws_in_words(outcome.chains), base_name(options));
        auto const files = output_paths(options);
        if (written && !files.empty() && std::filesystem::exists(files.front()))
            saved = fmt::format("{} per chain are in {}", draws_in_words(outcome.chains), files.front().string());
        throw run_failure(
            fmt::format("{}; {}; to go on: firefly resume {}", cause_in_words(failure), saved, checkpoint_path(options).string()));
    }
}

}  // namespace firefly::program
