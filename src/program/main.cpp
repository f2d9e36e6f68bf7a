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
#include <vector>

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

/// auto, none, or a positive number.
std::string check_region(std::string const& text) {
    if (text == "auto" || text == "none") return "";
    char* end = nullptr;
    double const radius = std::strtod(text.c_str(), &end);
    bool const number = !text.empty() && *end == '\0' && radius > 0 && std::isfinite(radius);
    return number ? "" : "must be auto, none or a positive number, got " + text;
}

void add_data_options(CLI::App& sample, sample_options& options) {
    sample.add_option("--model", options.model, "Likelihood")
        ->check(CLI::IsMember({"logistic", "softmax", "robust"}))
        ->capture_default_str();
    sample.add_option("--data", options.data, "CSV with a header, or NPY")->required();
    sample.add_option("--target", options.target, "Column to explain: name, or number from 1; for NPY also another .npy file")
        ->required();
    sample.add_option("--features", options.features, "Columns to explain it by, with commas between (default: all others)")
        ->delimiter(',')
        ->take_all();
    sample.add_flag("--no-intercept", options.no_intercept, "Leave out the column of ones");
    sample.add_option("--prior", options.prior, "Prior of each coefficient")
        ->check(CLI::IsMember({"gaussian", "laplace"}))
        ->capture_default_str();
    sample.add_option("--prior-scale", options.prior_scale, "Its scale: of a Gaussian the standard deviation")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    sample.add_option("--nu", options.nu, "Robust: degrees of freedom of the noise")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    sample.add_option("--noise-scale", options.noise_scale, "Robust: scale of the noise")
        ->check(CLI::PositiveNumber)
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
    sample.add_option("--report", options.report, "NAME.html: one page about the run, with table, plots and warnings in words");
}

void add_sample(CLI::App& app, sample_options& options) {
    auto& sample = *app.add_subcommand("sample", "Draw from the posterior of a regression");
    sample.option_defaults()->take_last();  // as in other programs, the later one counts
    sample.footer(
        "Examples:\n"
        "  firefly sample --model logistic --data wells.csv --target switched --output draws.csv\n"
        "  firefly sample --model softmax --data iris.csv --target species --kernel mala --output draws.nc\n"
        "  firefly sample --model robust --data X.npy --target y.npy --prior laplace --kernel slice --draws 5000");
    add_data_options(sample, options);
    add_algorithm_options(sample, options);
    add_run_options(sample, options);
}

/// What the subcommands that come after a run are told.
struct later_options {
    firefly::program::summary_options summary;
    std::vector<std::string> diagnosed;
    std::string map_output;
    firefly::program::predict_options predict;
    firefly::program::convert_options convert;
    firefly::program::report_options report;
};

constexpr char const* draw_files = "Stan CSV of firefly or CmdStan, a file for each chain; or one netCDF file of firefly or ArviZ";

void add_summary(CLI::App& app, later_options& options) {
    auto& summary = *app.add_subcommand("summary", "What draws say of each parameter: mean, sd, quantiles, ESS, R-hat");
    summary.footer(
        "Examples:\n"
        "  firefly summary draws_1.csv draws_2.csv draws_3.csv draws_4.csv\n"
        "  firefly summary draws.nc --csv summary.csv\n\n"
        "Columns as in R's posterior; ess_bulk/s is by the sampling time of all chains together.");
    summary.add_option("files", options.summary.files, draw_files)->required();
    summary.add_option("--csv", options.summary.csv, "Write the table to this file, too, with all digits");
}

void add_diagnose(CLI::App& app, later_options& options) {
    auto& diagnose = *app.add_subcommand("diagnose", "What is wrong with a run, in words, and what to do");
    diagnose.footer("Example:\n  firefly diagnose draws_*.csv");
    diagnose.add_option("files", options.diagnosed, draw_files)->required();
}

void add_map(CLI::App& app, sample_options& sample, later_options& options) {
    auto& map = *app.add_subcommand("map", "The maximum of the posterior alone: estimates, standard errors, what a run would cost");
    map.option_defaults()->take_last();
    map.footer("Example:\n  firefly map --data wells.csv --target switched");
    add_data_options(map, sample);
    map.add_option("--output", options.map_output, "Write the estimates to this CSV file, too");
}

void add_predict(CLI::App& app, later_options& options) {
    auto& predict = *app.add_subcommand("predict", "Probabilities or means for new rows, with intervals; held-out log score");
    predict.option_defaults()->take_last();
    predict.footer(
        "Examples:\n"
        "  firefly predict draws.nc --data new.csv --output predictions.csv\n"
        "  firefly predict draws_*.csv --data held_out.csv > predictions.csv\n\n"
        "Columns are found by their names, in any order. One line for each row: logistic, the probability of the second label;\n"
        "softmax, of each class; robust, the mean. Where the file has the target the log score follows: the mean over rows of the\n"
        "log of the posterior predictive probability.");
    predict.add_option("draws", options.predict.draws, draw_files)->required()->take_all();
    predict.add_option("--data", options.predict.data, "CSV with a header, or NPY: the rows to predict")->required();
    predict.add_option("--target", options.predict.target,
                       "Column to score by (default: the one that was fitted, if the file has it); for NPY also another .npy file");
    predict.add_option("--output", options.predict.output, "Write to this CSV file (default: standard output)");
    predict.add_option("--interval", options.predict.interval, "Share of the draws between lower and upper")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str();
    predict.add_option("--draws", options.predict.most_draws, "Use so many draws, spread evenly (default: all)")
        ->check(CLI::Validator(check_count, "COUNT"));
}

void add_convert(CLI::App& app, later_options& options) {
    auto& convert = *app.add_subcommand("convert", "Draws between Stan CSV and netCDF, tables between CSV and NPY");
    convert.footer(
        "Examples:\n"
        "  firefly convert draws_1.csv draws_2.csv draws.nc     draws, all chains into one file\n"
        "  firefly convert draws.nc draws.csv                   draws_1.csv, …, one file a chain\n"
        "  firefly convert table.csv table.npy                  a table of numbers; NPY has no names of columns");
    convert.add_option("files", options.convert.files, "What to read, and last what to write: .csv, .nc or .npy")
        ->required()
        ->expected(2, -1);
    convert.add_option("--columns", options.convert.columns, "Columns of a table to keep, with commas between (default: all)")
        ->delimiter(',');
}

void add_report(CLI::App& app, later_options& options) {
    auto& report = *app.add_subcommand("report", "One HTML page about a run: table, plots, warnings in words");
    report.footer("Example:\n  firefly report draws.nc --output report.html");
    report.add_option("files", options.report.files, draw_files)->required();
    report.add_option("--output", options.report.output, "The page to write")->required();
}

/// Runs the subcommand that was given, if it is one of these.
bool run_later(CLI::App const& app, sample_options const& sample, later_options const& options) {
    if (app.got_subcommand("summary"))
        firefly::program::summarise_files(options.summary);
    else if (app.got_subcommand("diagnose"))
        firefly::program::diagnose_files(options.diagnosed);
    else if (app.got_subcommand("map"))
        firefly::program::find_mode(sample, options.map_output);
    else if (app.got_subcommand("predict"))
        firefly::program::predict_rows(options.predict);
    else if (app.got_subcommand("convert"))
        firefly::program::convert(options.convert);
    else if (app.got_subcommand("report"))
        firefly::program::report_files(options.report);
    else
        return false;
    return true;
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
    later_options later;
    add_map(app, options, later);
    add_summary(app, later);
    add_diagnose(app, later);
    add_report(app, later);
    add_predict(app, later);
    add_convert(app, later);
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
        else if (!run_later(app, options, later))
            firefly::program::demo();
    } catch (firefly::output_error const& failure) { return report(failure, 3); } catch (firefly::numerical_error const& failure) {
        return report(failure, 3);
    } catch (firefly::error const& failure) { return report(failure, 2); } catch (std::exception const& failure) {
        return report(failure, 3);
    }
    return caught_signal == 0 ? 0 : 128 + caught_signal;
}
