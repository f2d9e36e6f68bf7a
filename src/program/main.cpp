/// The command line of `firefly`. Exit codes: 0 done, 2 bad input or usage, 3 sampling or writing failed,
/// 130 interrupted (128 + the signal).
#include <CLI/CLI.hpp>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>

import firefly;
import firefly.program;

namespace {

using firefly::program::sample_options;

volatile std::sig_atomic_t caught_signal = 0;

/// The first signal asks the chains to stop and save; a second one ends the program at once.
void stop(int signal) {
    caught_signal = signal;
    firefly::program::stop_requested = true;
    std::signal(signal, SIG_DFL);
}

/// A whole number written in decimal digits: CLI11 2.1 takes "-1" for 2^64 − 1 and "010" for 8.
std::string check_count(std::string const& text) {
    bool const digits = !text.empty() && text.size() < 19 && text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? "" : "must be a whole number, got " + text;
}

bool is_positive_number(std::string const& text) {
    char* end = nullptr;
    double const value = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' && value > 0 && std::isfinite(value);
}

std::string check_region(std::string const& text) {
    bool const fits = text == "auto" || text == "none" || is_positive_number(text);
    return fits ? "" : "must be auto, none or a positive number, got " + text;
}

std::string check_scale(std::string const& text) {
    return is_positive_number(text) ? "" : "must be a positive number, got " + text;
}

std::string check_scale_or_auto(std::string const& text) {
    return text == "auto" || is_positive_number(text) ? "" : "must be auto or a positive number, got " + text;
}

void add_input_options(CLI::App& sample, sample_options& options) {
    sample.add_option("--data", options.data, "CSV, NPY, IDX (as MNIST) or LIBSVM; also packed with gzip")->required();
    sample.add_option("--format", options.format, "Its format (auto: by the end of its name)")
        ->check(CLI::IsMember({"auto", "csv", "npy", "idx", "libsvm"}))
        ->capture_default_str();
    sample.add_option(
        "--target", options.target,
        "Column to explain: name, or number from 1. NPY and IDX: or a file with the targets alone. LIBSVM: the label, leave it out");
    sample.add_option("--features", options.features, "Columns to explain it by, with commas between (default: all others)")
        ->delimiter(',')
        ->take_all();
    sample
        .add_option("--one-hot", options.one_hot,
                    "Features that are categories: one column of zeros and ones a level, but for the first level")
        ->delimiter(',')
        ->take_all();
    sample.add_option("--missing", options.missing, "Rows with a missing cell (empty, NA, NaN, null) in a column that is used")
        ->check(CLI::IsMember({"error", "drop"}))
        ->capture_default_str();
    sample.add_flag(
        "--standardize", options.standardize,
        "Sample with columns of mean 0 and standard deviation 1; draws are given on the data's own scale, the prior is for the standardized ones");
    sample.add_flag("--no-intercept", options.no_intercept, "Leave out the column of ones");
}

void add_data_options(CLI::App& sample, sample_options& options) {
    sample.add_option("--model", options.model, "Likelihood")
        ->check(CLI::IsMember({"logistic", "softmax", "robust"}))
        ->capture_default_str();
    add_input_options(sample, options);
    sample.add_option("--prior", options.prior, "Prior of each coefficient")
        ->check(CLI::IsMember({"gaussian", "laplace"}))
        ->capture_default_str();
    sample
        .add_option("--prior-scale", options.prior_scale,
                    "Its scale: of a Gaussian the standard deviation; auto: by the score of held-out rows")
        ->check(CLI::Validator(check_scale_or_auto, "SCALE"))
        ->capture_default_str();
    sample.add_option("--intercept-scale", options.intercept_scale, "That of the intercept (default: as --prior-scale)")
        ->check(CLI::Validator(check_scale, "SCALE"));
    sample.add_option("--nu", options.nu, "Robust: degrees of freedom of the noise")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    sample.add_option("--noise-scale", options.noise_scale, "Robust: scale of the noise; auto: the likeliest, held fixed")
        ->check(CLI::Validator(check_scale_or_auto, "SCALE"))
        ->capture_default_str();
}

void add_algorithm_options(CLI::App& sample, sample_options& options) {
    sample
        .add_option(
            "--algorithm", options.algorithm,
            "Firefly Monte Carlo, or regular MCMC on all data (auto: with none of the options below, what short pilot runs find best; otherwise firefly)")
        ->check(CLI::IsMember({"auto", "firefly", "regular"}))
        ->capture_default_str();
    sample
        .add_option("--anchor", options.anchor, "Where bounds touch: at the maximum of the posterior, or untuned as in the paper")
        ->check(CLI::IsMember({"map", "none"}))
        ->capture_default_str();
    sample.add_option("--bound", options.bound, "Lower bound on the likelihood")
        ->check(CLI::IsMember({"auto", "jaakkola-jordan", "bohning", "jebara-choromanska", "student-t"}))
        ->capture_default_str();
    sample
        .add_option(
            "--region", options.region,
            "Where anchored bounds are sharp: within so many posterior standard deviations of the maximum; auto, none, or a number")
        ->check(CLI::Validator(check_region, "REGION"))
        ->capture_default_str();
    sample
        .add_option(
            "--kernel", options.kernel,
            "Move of the parameters (auto: bright-gibbs, elliptical-slice for regular MCMC, random-walk with --anchor none)")
        ->check(CLI::IsMember({"auto", "bright-gibbs", "elliptical-slice", "independence", "random-walk", "mala", "slice",
                               "slice-directions", "hmc"}))
        ->capture_default_str();
    sample.add_option("--updater", options.updater, "Move of the brightness (auto: clocked, or implicit with --anchor none)")
        ->check(CLI::IsMember({"auto", "clocked", "thinned-gibbs", "implicit", "explicit", "explicit-distinct", "sweep", "gibbs"}))
        ->capture_default_str();
    sample.add_option("--start", options.start, "Where chains start (auto: laplace, or prior with --anchor none)")
        ->check(CLI::IsMember({"auto", "laplace", "map", "prior"}))
        ->capture_default_str();
}

void add_run_options(CLI::App& sample, sample_options& options) {
    auto const count = CLI::Validator(check_count, "COUNT");
    sample.add_option("--chains", options.run.chains, "Chains")->check(count)->check(CLI::Range(1, 10'000))->capture_default_str();
    sample.add_option("--warmup", options.run.warm_up, "Iterations of warm-up, not saved")->check(count)->capture_default_str();
    sample.add_option("--draws", options.run.draws, "Iterations after warm-up")
        ->check(count)
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    sample.add_option("--thin", options.run.thin, "Keep one draw of so many")
        ->check(count)
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    sample.add_option("--seed", options.run.seed, "Seed: the same seed gives the same draws")->check(count)->capture_default_str();
    sample.add_option("--threads", options.run.threads, "Threads; the draws do not depend on it")
        ->check(count)
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    sample.add_option(
        "--output", options.output,
        "NAME.csv: Stan CSV, with several chains NAME_1.csv, …; NAME.nc: netCDF for ArviZ. Files of that name are replaced when the new ones are complete. lp is log p(theta, z), not the log posterior");
}

void add_sample(CLI::App& app, sample_options& options) {
    auto& sample = *app.add_subcommand("sample", "Draw from the posterior of a regression");
    sample.option_defaults()->take_last();  // as in other programs, the later one counts
    sample.footer(
        "Examples:\n"
        "  firefly sample --model logistic --data wells.csv --target switched --output draws.csv\n"
        "  firefly sample --model softmax --data iris.csv --target species --kernel mala --output draws.nc\n"
        "  firefly sample --model robust --data X.npy --target y.npy --prior laplace --kernel slice --draws 5000\n"
        "  firefly sample --data people.csv --target vote --one-hot region,sex --standardize --missing drop\n"
        "  firefly sample --data a9a.libsvm --prior-scale auto\n"
        "Case weights and offsets are not supported.");
    add_data_options(sample, options);
    add_algorithm_options(sample, options);
    add_run_options(sample, options);
}

int report(std::exception const& failure, int code) {
    std::fprintf(stderr, "firefly: %s\n", failure.what());
    return code;
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
    } catch (CLI::Success const& success) { return app.exit(success); } catch (CLI::ParseError const& failure) {
        std::fprintf(stderr, "firefly: %s\n", failure.what());
        return 2;
    }

    std::signal(SIGINT, stop);
    std::signal(SIGTERM, stop);
    try {
        if (app.got_subcommand("sample"))
            firefly::program::sample(options);
        else
            firefly::program::demo();
    } catch (firefly::output_error const& failure) { return report(failure, 3); } catch (firefly::numerical_error const& failure) {
        return report(failure, 3);
    } catch (firefly::error const& failure) { return report(failure, 2); } catch (std::exception const& failure) {
        return report(failure, 3);
    }
    return caught_signal == 0 ? 0 : 128 + caught_signal;
}
