/// `firefly`: runs what the command line says. Exit codes: 0 done, 2 bad input or usage, 3 sampling or writing failed,
/// 130 or 143 interrupted (128 + the signal).
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "command_line.hpp"

namespace {

using firefly::program::command_line;
using firefly::program::processes;

/// Runs the subcommand that was given, if it is one of these.
bool run_later(command_line const& said, processes const& alone) {
    if (said.app.got_subcommand("summary"))
        firefly::program::summarise_files(said.later.summary);
    else if (said.app.got_subcommand("diagnose"))
        firefly::program::diagnose_files(said.later.diagnosed);
    else if (said.app.got_subcommand("map"))
        firefly::program::find_mode(said.sample, said.later.map_output, alone);
    else if (said.app.got_subcommand("predict"))
        firefly::program::predict_rows(said.later.predict);
    else if (said.app.got_subcommand("convert"))
        firefly::program::convert(said.later.convert);
    else if (said.app.got_subcommand("report"))
        firefly::program::report_files(said.later.report);
    else
        return false;
    return true;
}

void resume(command_line const& said, processes const& all) {
    auto const saved = firefly::program::read_checkpoint(said.resume.checkpoint);
    std::vector<std::string> arguments{"sample"};
    auto const changed = said.changes();
    arguments.insert(arguments.end(), saved.arguments.begin(), saved.arguments.end());
    arguments.insert(arguments.end(), changed.begin(), changed.end());
    command_line run(all);
    run.read(arguments);
    if (!said.resume.finish)
        firefly::program::resume(run.sample, said.resume.checkpoint, saved, all);
    else if (all.leads())
        firefly::program::write_what_is_there(run.sample, saved);
}

/// Where this process says what went wrong. Those that do not lead say nothing else.
std::FILE* mute_unless_leading(processes const& all) {
    if (all.leads()) return stderr;
    std::FILE* const own = ::fdopen(::dup(STDERR_FILENO), "w");
    for (std::FILE* const stream : {stdout, stderr})
        if (!std::freopen("/dev/null", "w", stream)) std::perror("/dev/null");
    return own;
}

/// One line, and of several processes the end of all. What went wrong in all of them is said by the leader alone: the others wait for it.
int report(std::exception const& failure, int code, processes const& all, std::FILE* where) {
    if (!all.leads()) std::this_thread::sleep_for(std::chrono::seconds(10));
    std::string const who = all.leads() ? "" : "process " + std::to_string(all.rank()) + ": ";
    std::fprintf(where, "firefly: %s%s\n", who.c_str(), failure.what());
    std::fflush(nullptr);
    all.end_all(code);
    return code;
}

void run_command(command_line const& said, processes const& all) {
    if (said.app.got_subcommand("sample")) return firefly::program::sample(said.sample, all);
    if (said.app.got_subcommand("resume")) return resume(said, all);
    if (all.size() > 1)
        throw firefly::invalid_argument(said.app.get_subcommands().front()->get_name() +
                                        ": works in one process; leave mpirun out");
    if (!run_later(said, all)) firefly::program::demo(all);
}

int run(processes const& all, std::vector<std::string> arguments) {
    std::FILE* const where = mute_unless_leading(all);
    auto const refuse = [&](std::exception const& failure, int code) { return report(failure, code, all, where); };
    command_line said(all);
    try {
        said.read(std::move(arguments));
    } catch (CLI::Success const& success) { return said.app.exit(success); } catch (std::exception const& failure) {
        return refuse(failure, 2);
    }

    try {
        run_command(said, all);
    } catch (firefly::program::run_failure const& failure) {
        return refuse(failure, 3);
    } catch (firefly::output_error const& failure) { return refuse(failure, 3); } catch (firefly::numerical_error const& failure) {
        return refuse(failure, 3);
    } catch (firefly::error const& failure) { return refuse(failure, 2); } catch (CLI::ParseError const& failure) {
        return refuse(failure, 2);
    } catch (std::exception const& failure) { return refuse(failure, 3); }
    return firefly::program::caught_signal() == 0 ? 0 : 128 + firefly::program::caught_signal();
}

}  // namespace

int main(int argc, char** argv) {
    try {
        processes const all;
        return run(all, {argv + 1, argv + argc});
    } catch (std::exception const& failure) {
        std::fprintf(stderr, "firefly: %s\n", failure.what());
        return 2;
    }
}
