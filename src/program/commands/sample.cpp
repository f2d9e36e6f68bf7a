module;
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

module firefly.program.commands;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.setup;
import firefly.program.run;
import firefly.program.output;

namespace firefly::program {

namespace {

/// The same data and options give the same number, on the same kind of machine.
std::uint64_t fingerprint_of(sample_options const& options, model_setup const& setup) {
    checksum sum(setup.data_hash);
    for (std::string_view const argument : options.arguments)
        if (std::ranges::none_of(sample_options::changeable, [&](auto name) { return argument.starts_with(name); }))
            sum.add(argument);
    sum.add(std::string_view(as_options(setup.chosen)));
    if (setup.at)
        for (double const value : setup.at->theta) sum.add(value);
    return sum.value();
}

run_description description_of(sample_options const& options, model_setup const& setup) {
    return {.data_hash = setup.data_hash,
            .fingerprint = fingerprint_of(options, setup),
            .parameters = setup.parameters,
            .metadata = describe_run(options, setup)};
}

/// Throws `data_error` for a state that no chain of this set-up can go on from. Nothing has been touched yet.
void check_states(checkpoint const& saved, std::filesystem::path const& file, chain_factory const& chains,
                  processes const& all) try {
    for (std::size_t i = 0; i < saved.chains.size(); ++i)
        if (all.runs(i) && !saved.chains[i].state.empty()) chains.resume(saved.chains[i].state);
} catch (data_error const& failure) {
    throw data_error({.file = file.string(), .what = failure.what(), .remedy = "use another copy, or run again"});
}

/// A run after set-up.
struct ready_run {
    sample_options const& options;
    processes const& all;
    run_description description;
    chain_factory chains;
    std::vector<chain_snapshot> saved;  // where chains go on; empty for a new run
    std::chrono::steady_clock::time_point start;

    /// Each chain has a thread. With more threads than chains, chains of regular MCMC use the others for their passes over the data.
    run_settings settings() const {
        run_settings result = options.run;
        std::size_t const mine = (result.chains + all.size() - 1 - all.rank()) / all.size();
        set_pass_threads(std::max<std::size_t>(1, result.threads / std::max<std::size_t>(1, mine)));
        result.max_seconds -= std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return result;
    }

    run_logs open() const {
        std::vector<std::uint64_t> records;
        for (auto const& chain : saved) records.push_back(chain.result.records());
        allow_many_files();
        std::optional<run_logs> logs;
        std::exception_ptr failure;
        try {
            logs = open_logs(options, description, records, [&](std::size_t chain) { return all.runs(chain); });
        } catch (...) { failure = std::current_exception(); }
        // Processes read each other's logs: none starts before all logs exist.
        if (!all.agree(!failure)) {
            if (logs && saved.empty()) logs->discard_mine();
            all.meet();
            if (!failure) throw invalid_argument("another process cannot write its log");
        }
        if (failure) std::rethrow_exception(failure);
        return std::move(*logs);
    }

    fact_list end_of(std::size_t chain) const { return end_facts(chains.watch, chain, options.run.chains); }
};

/// The part of every process but the leader.
void run_for_others(ready_run const& run) {
    auto logs = run.open();
    signal_guard const guard;
    run_watch const watch{.end = [&](std::size_t chain) { return run.end_of(chain); }};
    serve_chains(run.chains, run.settings(), logs, run.all, watch, run.saved);
}

/// The part of the leader: runs the chains and completes the outputs.
void run_and_write(ready_run const& run) {
    sample_options const& options = run.options;
    auto logs = run.open();
    bool const named = !base_name(options).empty(), is_new = run.saved.empty();
    checkpoint state{options.arguments, std::filesystem::current_path().string(), run.description, run.saved};
    state.chains.resize(options.run.chains);
    try {
        if (named) write_checkpoint(checkpoint_path(options), state);
    } catch (output_error const&) {
        try {
            if (is_new) logs.remove();    // also those of other processes, which end with this one
        } catch (output_error const&) {}  // the failure that came first is the one to tell
        throw;
    }

    signal_guard const guard;
    run_settings const settings = run.settings();
    std::vector<std::uint64_t> positions(options.run.chains);
    for (std::size_t i = 0; i < run.saved.size(); ++i) positions[i] = run.saved[i].result.position();
    progress bars(settings, positions, options.quiet);
    run_watch watch{
        .look = [&](auto chains) { bars.show(chains); }, .save = {}, .end = [&](std::size_t chain) { return run.end_of(chain); }};
    if (named)
        watch.save = [&](std::span<chain_snapshot const> chains) {
            state.chains.assign(chains.begin(), chains.end());
            write_checkpoint(checkpoint_path(options), state);
        };
    run_outcome outcome = run_chains(run.chains, settings, logs, run.all, watch, run.saved);

    bool written = false;
    try {
        write_output(options, run.description, outcome.chains, logs, outcome.ends);
        written = true;
    } catch (error const&) {
        if (!outcome.failure) outcome.failure = std::current_exception();
    }
    if (outcome.failure) throw_failure(options, outcome, logs, written, is_new);
    bool const drew = std::ranges::any_of(outcome.chains, [](chain_result const& chain) { return chain.kept > 0; });
    bool const keep = named && (!options.checkpoint.empty() || outcome.end == run_end::signalled || !drew);
    std::exception_ptr failure;
    run_verdict verdict;
    try {
        verdict = conclude(options, run.description, outcome.chains, logs, outcome.ends);
    } catch (...) { failure = std::current_exception(); }
    try {
        if (named && !keep) remove_run(options, logs);
    } catch (output_error const& leftover) {
        if (!failure) failure = std::make_exception_ptr(run_failure(fmt::format("{}; the output is complete", leftover.what())));
    }
    if (failure) std::rethrow_exception(failure);
    print_end({options, outcome.chains, outcome.end, keep, verdict});
}

void carry_out(ready_run const& run) {
    if (run.all.leads())
        run_and_write(run);
    else
        run_for_others(run);
}

/// All processes together: what depends on the data.
model_setup set_up(sample_options const& options, processes const& all) {
    double parameters = 0;
    try {
        return set_up_model(options, all, [&](std::size_t counted) {
            parameters = static_cast<double>(counted);
            if (all.leads()) check_space_for_all(options, counted);
        });
    } catch (std::bad_alloc const& failure) {
        if (parameters == 0) throw;  // while the data were read
        throw run_failure(fmt::format("a model of {} parameters keeps several matrices of {} besides the data: {}", parameters,
                                      in_bytes(parameters * parameters * sizeof(double)), cause_in_words(failure)));
    }
}

}  // namespace

void sample(sample_options const& options, processes const& all) {
    auto const start = std::chrono::steady_clock::now();
    check_place_for_logs(options, all);
    check_names(options, all);
    check_places(options, all);
    model_setup const setup = set_up(options, all);
    print_plan(setup);
    finish_saying();
    carry_out({options, all, description_of(options, setup), setup.chains, {}, start});
}

void resume(sample_options const& options, std::filesystem::path const& file, checkpoint const& saved, processes const& all) {
    auto const start = std::chrono::steady_clock::now();
    check_place_for_logs(options, all);
    for (auto const& chain : saved.chains)
        if (chain.result.iterations > options.run.draws)
            throw invalid_argument(fmt::format("--draws {}: the run has {} already; ask for more, or use --finish",
                                               options.run.draws, chain.result.iterations));
    check_places(options, all);
    model_setup setup = [&] {
        try {
            return set_up(options, all);
        } catch (data_error const& failure) {
            if (std::filesystem::current_path() == saved.directory) throw;
            throw data_error(fmt::format("{}; the run was started in {}: resume it there", failure.what(), saved.directory));
        }
    }();
    if (setup.data_hash != saved.description.data_hash)
        throw data_error(fmt::format("{}: the data have changed since {} was written; resume needs them as they were", options.data,
                                     file.string()));
    run_description const description = description_of(options, setup);
    if (description.fingerprint != saved.description.fingerprint)
        throw data_error(fmt::format(
            "{}: set-up gives other numbers here than where the run was started; resume it with the firefly and on the kind of "
            "processor that it was started with, or write what is there with --finish",
            file.string()));
    check_states(saved, file, setup.chains, all);
    std::vector<chain_result> results;
    for (auto const& chain : saved.chains) results.push_back(chain.result);
    say(fmt::format("Resumed after {} per chain.\n", draws_in_words(results)));
    finish_saying();
    setup.chains.watch = {};  // what was bright before is not known
    carry_out({options, all, description, setup.chains, saved.chains, start});
}

void write_what_is_there(sample_options const& options, checkpoint const& saved) {
    std::vector<std::uint64_t> records;
    for (auto const& path : log_paths(options)) records.push_back(draw_log_reader(path).size());
    auto logs = open_logs(options, saved.description, records, [](std::size_t) { return true; });
    std::vector<chain_result> results;
    for (std::size_t i = 0; i < logs.size(); ++i) {
        results.push_back(saved.chains[i].result);
        results.back().kept = records[i] - draw_log_reader(log_paths(options)[i]).warm_up();
    }
    std::vector<fact_list> const ends(logs.size());  // bright data were not counted
    write_output(options, saved.description, results, logs, ends);
    run_verdict const verdict = conclude(options, saved.description, results, logs, ends);
    print_end({options, results, run_end::all_drawn, true, verdict});
}

}  // namespace firefly::program
