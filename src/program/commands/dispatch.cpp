module;
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

module firefly.program.commands;

import firefly.external;
import firefly;
import firefly.program.input;
import firefly.program.run;
import firefly.program.after;

namespace firefly::program {

namespace {

/// The cores of this machine, divided among the processes on it.
std::size_t own_threads(processes const& all) {
    return std::max<std::size_t>(1, std::thread::hardware_concurrency() / all.here());
}

/// Reads the options from the checkpoint, applies the changes, and continues the run.
void resume_run(resume_options const& options, processes const& all) {
    auto const saved = read_checkpoint(options.checkpoint);
    std::vector<std::string> arguments{"sample"};
    arguments.insert(arguments.end(), saved.arguments.begin(), saved.arguments.end());
    arguments.insert(arguments.end(), options.arguments.begin(), options.arguments.end());
    auto const run = std::get<sample_options>(read_command_line(std::move(arguments), own_threads(all)).value());
    if (saved.chains.size() != run.run.chains)
        throw data_error({.file = options.checkpoint,
                          .what = fmt::format("is damaged: it holds {} chains of {}", saved.chains.size(), run.run.chains),
                          .remedy = "use another copy, or run again"});
    claim_resources(run.run.threads);
    if (!options.finish)
        resume(run, options.checkpoint, saved, all);
    else if (all.leads())
        write_what_is_there(run, saved);
}

/// Executes a command.
struct carry_out_command {
    processes const& all;

    void operator()(sample_options const& options) const {
        claim_resources(options.run.threads);
        sample(options, all);
    }
    void operator()(resume_options const& options) const { resume_run(options, all); }
    void operator()(map_options const& options) const {
        claim_resources(options.model.run.threads);
        find_mode(options, alone("map"));
    }
    void operator()(summary_options const& options) const { alone("summary"), summarise_files(options); }
    void operator()(diagnose_options const& options) const {
        claim_resources(1);
        alone("diagnose"), diagnose_files(options);
    }
    void operator()(report_options const& options) const {
        claim_resources(1);
        alone("report"), report_files(options);
    }
    void operator()(predict_options const& options) const {
        claim_resources(1);
        alone("predict"), predict_rows(options);
    }
    void operator()(loo_options const& options) const {
        claim_resources(1);
        alone("loo"), leave_one_out(options);
    }
    void operator()(convert_options const& options) const { alone("convert"), convert(options); }
    void operator()(demo_options) const {
        claim_resources(own_threads(all));
        demo(alone("demo"));
    }

    /// For commands that run in one process only.
    processes const& alone(char const* name) const {
        if (all.size() > 1) throw invalid_argument(std::string(name) + ": works in one process; leave mpirun out");
        return all;
    }
};

/// The stream for error messages. Every process but the leader prints nothing else.
std::FILE* mute_unless_leading(processes const& all) {
    if (all.leads()) return stderr;
    std::FILE* const own = ::fdopen(::dup(STDERR_FILENO), "w");
    for (std::FILE* const stream : {stdout, stderr})
        if (!std::freopen("/dev/null", "w", stream)) std::perror("/dev/null");
    return own;
}

/// Prints one line and ends all processes. Other processes wait first, so that an error common to all is printed by the leader alone.
int report(std::exception const& failure, int code, processes const& all, std::FILE* where) {
    if (!all.leads()) std::this_thread::sleep_for(std::chrono::seconds(10));
    std::string const who = all.leads() ? "" : "process " + std::to_string(all.rank()) + ": ";
    std::string const prefix = "firefly: " + who;
    std::string said = visible(cause_in_words(failure), dynamic_cast<formula_error const*>(&failure) ? "\n" : "");
    // The second line of what is wrong with a formula points at a place in the first.
    if (auto const line = said.find('\n'); line != std::string::npos) said.insert(line + 1, prefix.size(), ' ');
    std::fprintf(where, "%s%s\n", prefix.c_str(), said.c_str());
    std::fflush(nullptr);
    all.end_all(code);
    return code;
}

constexpr int bad_input = 2, failed = 3, nobody_reads = 128 + SIGPIPE;

/// As a program does that SIGPIPE ends. firefly is not ended by it, so that outputs are completed first.
int end_quietly(processes const& all) {
    all.end_all(nobody_reads);
    return nobody_reads;
}

int run_in(processes const& all, std::vector<std::string> arguments) {
    std::FILE* const where = mute_unless_leading(all);
    auto const refuse = [&](std::exception const& failure, int code) { return report(failure, code, all, where); };
    try {
        auto const asked = read_command_line(std::move(arguments), own_threads(all));
        if (asked) std::visit(carry_out_command{all}, *asked);
        finish_saying();
    } catch (broken_pipe const&) { return end_quietly(all); } catch (run_failure const& failure) {
        return refuse(failure, failed);
    } catch (output_error const& failure) { return refuse(failure, failed); } catch (numerical_error const& failure) {
        return refuse(failure, failed);
    } catch (error const& failure) { return refuse(failure, bad_input); } catch (std::exception const& failure) {
        return refuse(failure, failed);
    }
    return caught_signal() == 0 ? 0 : 128 + caught_signal();
}

/// Else the first file that is opened takes the number of one that is closed (`>&-`), and what is said goes into that file.
void open_standard_streams() {
    for (int const stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) < 0)
            std::abort();  // the lowest number that is free: this one
}

}  // namespace

int run_program(std::vector<std::string> arguments) {
    open_standard_streams();
    std::signal(SIGPIPE, SIG_IGN);
    try {
        processes const all;
        return run_in(all, std::move(arguments));
    } catch (std::exception const& failure) {
        say_aside(fmt::format("firefly: {}\n", visible(failure.what())));
        return bad_input;
    }
}

}  // namespace firefly::program
