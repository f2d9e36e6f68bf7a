/// The command line of `firefly`. Exit codes: 0 done, 2 bad input or usage, 3 sampling failed, 130 interrupted.
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <thread>

import firefly;
import firefly.program;

namespace {

using firefly::program::sample_options;

void stop(int) { firefly::program::stop_requested = true; }

void add_sample(CLI::App& app, sample_options& options) {
    auto& sample = *app.add_subcommand("sample", "Draw from the posterior of a regression");
    sample.footer("Example:\n  firefly sample --model logistic --data wells.csv --target switched --output draws.csv");
    sample.add_option("--model", options.model, "Likelihood")->check(CLI::IsMember({"logistic"}))->capture_default_str();
    sample.add_option("--data", options.data, "CSV with a header, or NPY")->required();
    sample.add_option("--target", options.target, "Column to explain: name, or number from 1; for NPY also another .npy file")->required();
    sample.add_option("--features", options.features, "Columns to explain it by, with commas between (default: all others)")->delimiter(',');
    sample.add_flag("--no-intercept", options.no_intercept, "Leave out the column of ones");
    sample.add_option("--prior", options.prior, "Prior of each coefficient")->check(CLI::IsMember({"gaussian"}))->capture_default_str();
    sample.add_option("--prior-scale", options.prior_scale, "Its standard deviation")->check(CLI::PositiveNumber)->capture_default_str();
    sample.add_option("--algorithm", options.algorithm, "Firefly Monte Carlo, or regular MCMC on all data")->check(CLI::IsMember({"firefly", "regular"}))->capture_default_str();
    sample.add_option("--anchor", options.anchor, "Where bounds touch: the maximum of the posterior, or one xi for all")->check(CLI::IsMember({"map", "none"}))->capture_default_str();
    sample.add_option("--bound", options.bound, "Lower bound on the likelihood")->check(CLI::IsMember({"auto", "jaakkola-jordan"}))->capture_default_str();
    sample.add_option("--kernel", options.kernel, "Move of the parameters")->check(CLI::IsMember({"auto", "random-walk"}))->capture_default_str();
    sample.add_option("--updater", options.updater, "Move of the brightness")->check(CLI::IsMember({"auto", "implicit", "gibbs"}))->capture_default_str();
    sample.add_option("--chains", options.run.chains, "Chains")->check(CLI::Range(1, 10'000))->capture_default_str();
    sample.add_option("--warmup", options.run.warm_up, "Iterations of warm-up, not saved")->capture_default_str();
    sample.add_option("--draws", options.run.draws, "Iterations after warm-up")->check(CLI::PositiveNumber)->capture_default_str();
    sample.add_option("--thin", options.run.thin, "Keep one draw of so many")->check(CLI::PositiveNumber)->capture_default_str();
    sample.add_option("--seed", options.run.seed, "Seed: the same seed gives the same draws")->capture_default_str();
    sample.add_option("--threads", options.run.threads, "Threads; the draws do not depend on it")->check(CLI::Range(1, 1024))->capture_default_str();
    sample.add_option("--output", options.output, "Stan CSV; with several chains NAME_1.csv, NAME_2.csv, …");
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("firefly: exact Bayesian inference for tall data");
    app.set_version_flag("--version", "firefly " FIREFLY_VERSION);
    app.require_subcommand(1);
    sample_options options;
    options.run.threads = std::max(1u, std::thread::hardware_concurrency());
    add_sample(app, options);
    app.add_subcommand("demo", "The main job on built-in data, beside regular MCMC");
    try {
        app.parse(argc, argv);
    } catch (CLI::Success const& success) {
        return app.exit(success);
    } catch (CLI::ParseError const& failure) {
        std::fprintf(stderr, "firefly: %s\n", failure.what());
        return 2;
    }

    std::signal(SIGINT, stop);
    std::signal(SIGTERM, stop);
    try {
        return app.got_subcommand("sample") ? firefly::program::sample(options) : firefly::program::demo();
    } catch (firefly::numerical_error const& failure) {
        std::fprintf(stderr, "firefly: %s\n", failure.what());
        return 3;
    } catch (firefly::error const& failure) {
        std::fprintf(stderr, "firefly: %s\n", failure.what());
        return 2;
    } catch (std::exception const& failure) {
        std::fprintf(stderr, "firefly: %s\n", failure.what());
        return 3;
    }
}
