module;
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
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

namespace {

void print_plan(model_setup const& setup) {
    for (auto const& reason : setup.reasons) fmt::print("{}\n", reason);
    if (setup.expected && setup.chosen.algorithm == choice(algorithm_kind::firefly))
        fmt::print("Expected: {:.3g} bright data of {}; even functionals forget in about {:.1f} sweeps.\n", setup.expected->bright,
                   setup.rows, setup.expected->relaxation);
    fmt::print("Chosen: {}\n", as_options(setup.chosen));
}

/// The table, the warnings in words, and the report.
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

// ---- what is on the disk ----

/// The file beside which a run keeps its logs; empty where nothing is to stay.
std::string base_name(sample_options const& options) {
    return options.output.empty() ? options.checkpoint : options.output;
}

/// Also where none was asked for, so that a run that was killed can go on; then it goes away with the run.
std::filesystem::path checkpoint_path(sample_options const& options) {
    return options.checkpoint.empty() ? options.output + ".checkpoint" : options.checkpoint;
}

std::vector<std::filesystem::path> log_paths(sample_options const& options) {
    auto paths = chain_paths(base_name(options), options.run.chains);
    for (auto& path : paths) path += ".log";
    return paths;
}

/// By what a chain's log is told from others.
std::uint64_t log_number(run_description const& description, std::size_t chain) {
    checksum sum(description.fingerprint);
    sum.add(static_cast<std::uint64_t>(chain));
    return sum.value();
}

/// Those of this process's chains, with as many records of each as are given; new ones where there are none.
run_logs open_logs(sample_options const& options, run_description const& description, std::vector<std::uint64_t> const& records,
                   std::function<bool(std::size_t)> const& is_mine) {
    std::size_t const parameters = description.names.size();
    if (base_name(options).empty()) return {options.run.chains, parameters};
    std::map<std::size_t, draw_log> logs;
    auto const paths = log_paths(options);
    try {
        for (std::size_t i = 0; i < paths.size(); ++i)
            if (is_mine(i))
                logs.emplace(i, records.empty() ? draw_log::create(paths[i], parameters, log_number(description, i))
                                                : draw_log::reopen(paths[i], parameters, log_number(description, i), records[i]));
    } catch (output_error const& failure) {
        for (auto& [i, log] : logs)
            if (records.empty()) log.remove();
        throw invalid_argument(failure.what());  // nothing has been drawn yet: the name is what is wrong
    }
    return {paths, std::move(logs)};
}

/// A checkpoint must not take the place of something else, nor an output that of the data or of another.
void check_names(sample_options const& options, processes const& all) {
    check_output(options);
    std::vector<std::string> data;
    for (std::size_t rank = 0; rank < all.size(); ++rank) data.push_back(sample_options::of_process(options.data, rank));
    if (all.leads() && !options.report.empty()) check_writable(options.report, data);
    std::vector<std::filesystem::path> paths;
    if (!options.output.empty()) {
        paths = chain_paths(options.output, options.run.chains);
        if (extension_of(options.output) == ".nc") paths = {options.output};
    }
    for (auto const& more : {options.checkpoint, options.report})
        if (!more.empty()) paths.emplace_back(more);
    std::error_code ignored;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (std::ranges::any_of(data, [&](auto const& path) { return std::filesystem::equivalent(paths[i], path, ignored); }))
            throw invalid_argument(fmt::format("{}: holds the data; give the output another name", paths[i].string()));
        for (std::size_t j = 0; j < i; ++j)
            if (std::filesystem::absolute(paths[i]).lexically_normal() == std::filesystem::absolute(paths[j]).lexically_normal())
                throw invalid_argument(fmt::format("{}: two outputs of one name; give each its own", paths[i].string()));
    }
    if (!options.checkpoint.empty() && std::filesystem::exists(options.checkpoint) && !is_checkpoint_file(options.checkpoint, {}))
        throw invalid_argument(
            fmt::format("--checkpoint {}: there is something else of that name; give it another", options.checkpoint));
}

/// A chain has one or two files open.
void allow_many_files() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

// ---- a run ----

/// The same data and options give the same number, on the same kind of machine.
std::uint64_t identify(sample_options const& options, model_setup const& setup) {
    checksum sum(setup.data_hash);
    for (std::string_view const argument : options.arguments)
        if (std::ranges::none_of(sample_options::changeable, [&](auto name) { return argument.starts_with(name); }))
            sum.add(argument);
    sum.add(std::string_view(as_options(setup.chosen)));
    if (setup.at)
        for (double const value : setup.at->theta) sum.add(value);
    return sum.value();
}

run_description describe(sample_options const& options, model_setup const& setup) {
    return {.rows = setup.rows,
            .data_hash = setup.data_hash,
            .fingerprint = identify(options, setup),
            .names = setup.names,
            .columns = setup.columns,
            .target = setup.target,
            .classes = setup.classes,
            .bound = setup.bound(),
            .kernel = setup.kernel(),
            .updater = setup.updater(),
            .metadata = describe_run(options, setup)};
}

/// "812 draws", or "790 to 812 draws" where chains differ.
std::string draws_in_words(std::vector<chain_result> const& chains) {
    auto const [least, most] = std::ranges::minmax(chains, {}, &chain_result::kept);
    return least.kept == most.kept ? fmt::format("{} draws", most.kept) : fmt::format("{} to {} draws", least.kept, most.kept);
}

/// Why it ended before all was drawn, and how to go on.
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

[[noreturn]] void report_failure(sample_options const& options, run_outcome const& outcome, run_logs& logs, output const& files,
                                 bool written, bool is_new) {
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

/// A run whose chains are ready.
struct ready_run {
    sample_options const& options;
    processes const& all;
    run_description description;
    chain_factory chains;
    std::vector<chain_snapshot> saved;  // where chains go on; empty for a new run
    std::chrono::steady_clock::time_point start;

    /// Chains run side by side; only where there are more threads than chains do those of regular MCMC share out their passes.
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
        // Whoever reads another's log must find it, and where one has none nobody begins.
        if (!all.agree(!failure)) {
            if (logs && saved.empty()) logs->remove_mine();
            all.meet();
            if (!failure) throw invalid_argument("another process cannot write its log");
        }
        if (failure) std::rethrow_exception(failure);
        return std::move(*logs);
    }

    fact_list end_of(std::size_t chain) const { return end_facts(chains.watch, chain, options.run.chains); }
};

/// What a process does that does not lead.
void run_for_others(ready_run const& run) {
    auto logs = run.open();
    signal_guard const guard;
    run_watch const watch{.end = [&](std::size_t chain) { return run.end_of(chain); }};
    serve_chains(run.chains, run.settings(), logs, run.all, watch, run.saved);
}

/// From chains that are ready to outputs that are complete.
void run_and_write(ready_run const& run) {
    sample_options const& options = run.options;
    auto logs = run.open();
    std::unique_ptr<output> files;
    bool const named = !base_name(options).empty(), is_new = run.saved.empty();
    checkpoint state{options.arguments, std::filesystem::current_path().string(), run.description, run.saved};
    state.chains.resize(options.run.chains);
    try {
        files = open_output(options, run.description, logs);
        if (named) write_checkpoint(checkpoint_path(options), state);
    } catch (error const& failure) {
        if (files) files->discard();
        if (is_new) logs.remove();
        throw invalid_argument(failure.what());
    }

    signal_guard const guard;
    run_settings const settings = run.settings();
    std::vector<std::uint64_t> positions(options.run.chains);
    for (std::size_t i = 0; i < run.saved.size(); ++i) positions[i] = run.saved[i].result.position();
    progress bars(settings, positions, options.quiet);
    run_watch watch{.look = [&](auto chains) { bars.show(chains); },
                    .save = {},
                    .append = files->append(),
                    .end = [&](std::size_t chain) { return run.end_of(chain); }};
    if (named)
        watch.save = [&](std::span<chain_snapshot const> chains) {
            state.chains.assign(chains.begin(), chains.end());
            write_checkpoint(checkpoint_path(options), state);
        };
    std::fflush(stdout);
    run_outcome outcome = run_chains(run.chains, settings, logs, run.all, watch, run.saved);

    bool written = false;
    try {
        files->finish(outcome.chains, logs, outcome.ends);
        written = true;
    } catch (error const&) {
        if (!outcome.failure) outcome.failure = std::current_exception();
    }
    if (outcome.failure) report_failure(options, outcome, logs, *files, written, is_new);
    bool const drew = std::ranges::any_of(outcome.chains, [](chain_result const& chain) { return chain.kept > 0; });
    bool const keep = named && (!options.checkpoint.empty() || outcome.end == run_end::signalled || !drew);
    auto const tidy_up = [&] {
        if (!named || keep) return;
        std::filesystem::remove(checkpoint_path(options));
        logs.remove();
    };
    try {
        conclude(options, run.description, outcome.chains, logs, outcome.ends);
    } catch (...) {
        tidy_up();
        throw;
    }
    tidy_up();
    print_end(options, outcome, keep);
}

void carry_out(ready_run const& run) {
    if (run.all.leads())
        run_and_write(run);
    else
        run_for_others(run);
}

/// All processes together: what depends on the data.
model_setup set_up(sample_options const& options, processes const& all) {
    together const everybody;
    return set_up_model(options, all);
}

/// Under `mpirun` logs are where processes meet.
void check_together(sample_options const& options, processes const& all) {
    if (all.size() > 1 && base_name(options).empty())
        throw invalid_argument(fmt::format(
            "{} processes need a place for what they draw: give --output or --checkpoint, in a directory that all of them see",
            all.size()));
}

}  // namespace

void sample(sample_options const& options, processes const& all) {
    auto const start = std::chrono::steady_clock::now();
    check_together(options, all);
    check_names(options, all);
    model_setup const setup = set_up(options, all);
    print_plan(setup);
    carry_out({options, all, describe(options, setup), setup.chains, {}, start});
}

void resume(sample_options const& options, std::filesystem::path const& file, checkpoint const& saved, processes const& all) {
    auto const start = std::chrono::steady_clock::now();
    check_together(options, all);
    for (auto const& chain : saved.chains)
        if (chain.result.iterations > options.run.draws)
            throw invalid_argument(fmt::format("--draws {}: the run has {} already; ask for more, or use --finish",
                                               options.run.draws, chain.result.iterations));
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
    run_description const description = describe(options, setup);
    if (description.fingerprint != saved.description.fingerprint)
        throw data_error(fmt::format(
            "{}: set-up gives other numbers here than where the run was started; resume it with the firefly and on the kind of "
            "processor that it was started with, or write what is there with --finish",
            file.string()));
    std::vector<chain_result> results;
    for (auto const& chain : saved.chains) results.push_back(chain.result);
    fmt::print("Resumed after {} a chain.\n", draws_in_words(results));
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
    std::vector<fact_list> const ends(logs.size());  // nobody counted
    open_output(options, saved.description, logs)->finish(results, logs, ends);
    conclude(options, saved.description, results, logs, ends);
}

}  // namespace firefly::program
