/// The command line of `firefly`. Exit codes: 0 done, 2 bad input or usage, 3 sampling or writing failed,
/// 130 or 143 interrupted (128 + the signal).
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

import firefly;
import firefly.program;

namespace {

using firefly::program::processes;
using firefly::program::sample_options;

/// A whole number written in decimal digits: CLI11 2.1 takes "-1" for 2^64 − 1 and "010" for 8.
std::string check_count(std::string const& text) {
    bool const digits = !text.empty() && text.size() < 19 && text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? "" : "must be a whole number, got " + text;
}

std::string check_positive_count(std::string const& text) {
    bool const zero = text.find_first_not_of('0') == std::string::npos;
    return zero || !check_count(text).empty() ? "must be a whole number above 0, got " + text : "";
}

/// Seconds of "90s", "10m", "1.5h"; nothing for any other text.
std::optional<double> parse_duration(std::string const& text) {
    char* end = nullptr;
    double const number = std::strtod(text.c_str(), &end);
    std::string const unit = end;
    double const scale = unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
    bool const plain = !text.empty() && text.find_first_not_of("0123456789.") == text.size() - unit.size();
    if (scale == 0 || !plain || !(number > 0)) return {};
    return number * scale;
}

std::string check_duration(std::string const& text) {
    return parse_duration(text) ? "" : "must be a time such as 90s, 10m or 2h, got " + text;
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

std::string check_positive(std::string const& text) {
    return is_positive_number(text) ? "" : "must be a positive number, got " + text;
}

std::string check_scale_or_auto(std::string const& text) {
    return text == "auto" || is_positive_number(text) ? "" : "must be auto or a positive number, got " + text;
}

/// What `sample` and `convert` say of tables in the same words.
void add_table_options(CLI::App& command, sample_options& options) {
    command.add_option("--format", options.format, "Format (auto: by the end of the name)")
        ->check(CLI::IsMember({"auto", "csv", "npy", "idx", "libsvm"}))
        ->capture_default_str();
    command.add_option(
        "--target", options.target,
        "Column to explain: name, or number from 1. NPY and IDX: or a file with the targets alone. LIBSVM: the label, leave it out");
    command.add_option("--features", options.features, "Columns to explain it by, with commas between (default: all others)")
        ->delimiter(',')
        ->take_all();
    command
        .add_option("--one-hot", options.one_hot,
                    "Features that are categories: one column of zeros and ones a level, but for the first level")
        ->delimiter(',')
        ->take_all();
    command.add_option("--missing", options.missing, "Rows with a missing cell (empty, NA, NaN, null) in a column that is used")
        ->check(CLI::IsMember({"error", "drop"}))
        ->capture_default_str();
    command.add_flag("--float32", options.float32,
                     "Keep the features in four bytes each: half the size, and exact for the rounded numbers");
}

void add_input_options(CLI::App& sample, sample_options& options) {
    sample
        .add_option("--data", options.data,
                    "CSV, NPY, IDX (as MNIST) or LIBSVM, also packed with gzip; or a store that firefly convert made, of any size")
        ->required();
    add_table_options(sample, options);
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
        ->check(CLI::Validator(check_positive, "SCALE"));
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
    sample.add_option("--warmup", options.run.warm_up, "Iterations of warm-up")->check(count)->capture_default_str();
    sample.add_flag("--save-warmup", options.run.save_warm_up, "Keep the draws of warm-up too");
    sample.add_option("--thin", options.run.thin, "Keep one draw of so many")
        ->check(CLI::Validator(check_positive_count, "COUNT"))
        ->capture_default_str();
    sample.add_option("--seed", options.run.seed, "Seed: the same seed gives the same draws")->check(count)->capture_default_str();
    sample.add_option(
        "--output", options.output,
        "NAME.csv: Stan CSV, with several chains NAME_1.csv, …; NAME.nc: netCDF for ArviZ. Files of that name are replaced when the new ones are complete. lp is log p(theta, z), not the log posterior");
    sample.add_option("--report", options.report, "NAME.html: one page about the run, with table, plots and warnings in words");
    sample.add_option(
        "--checkpoint", options.checkpoint,
        "Keep here what firefly resume needs, also when the run is complete (unless given: OUTPUT.checkpoint, until the run is complete)");
    sample.add_option("--config", "Read options from this file, in lines such as draws = 5000; the command line wins")
        ->type_name("FILE");
}

/// When a run ends, and what it leaves and shows besides draws. `resume` has them too.
void add_stopping_options(CLI::App& command, sample_options& options) {
    command.add_option("--draws", options.run.draws, "Iterations after warm-up; with --target-ess the most (100000 unless given)")
        ->check(CLI::Validator(check_positive_count, "COUNT"));
    command
        .add_option_function<std::string>(
            "--max-time", [&](std::string const& text) { options.run.max_seconds = *parse_duration(text); },
            "Stop after this time, set-up and warm-up included, and save what was drawn: 90s, 10m, 2h")
        ->check(CLI::Validator(check_duration, "TIME"));
    command
        .add_option(
            "--target-ess", options.run.target_ess,
            "Stop when every parameter has so many effective draws (bulk); looked at after 100, 200, 400, ... draws a chain")
        ->check(CLI::Validator(check_positive, "NUMBER"));
    command.add_option("--threads", options.run.threads, "Threads; the draws do not depend on it")
        ->check(CLI::Validator(check_count, "COUNT"))
        ->check(CLI::Range(1, 1024));
    command.add_flag("--quiet", options.quiet, "Show no progress");
}

CLI::App& add_sample(CLI::App& app, sample_options& options) {
    auto& sample = *app.add_subcommand("sample", "Draw from the posterior of a regression");
    sample.option_defaults()->take_last();  // as in other programs, the later one counts
    sample.footer(
        "Examples:\n"
        "  firefly sample --model logistic --data wells.csv --target switched --output draws.csv\n"
        "  firefly sample --model softmax --data iris.csv --target species --kernel mala --output draws.nc\n"
        "  firefly sample --model robust --data X.npy --target y.npy --prior laplace --kernel slice --draws 5000\n"
        "  firefly sample --data wells.csv --target switched --target-ess 400 --max-time 10m --output draws.nc\n"
        "  firefly sample --data people.csv --target vote --one-hot region,sex --standardize --missing drop\n"
        "  firefly sample --data a9a.libsvm --prior-scale auto\n"
        "  firefly convert big.csv big.firefly --target y; firefly sample --data big.firefly    data larger than memory\n"
        "  firefly sample --config wells.toml --seed 2\n"
        "Case weights and offsets are not supported.");
    add_data_options(sample, options);
    add_algorithm_options(sample, options);
    add_run_options(sample, options);
    add_stopping_options(sample, options);
    for (char const* const name : {"--draws", "--threads"}) sample.get_option(name)->capture_default_str();
    return sample;
}

struct resume_options {
    std::string checkpoint;
    bool finish = false;
    sample_options changed;  // only what `sample_options::changeable` names
};

CLI::App& add_resume(CLI::App& app, resume_options& options) {
    auto& resume = *app.add_subcommand("resume", "Go on with a run that was stopped or killed, bit for bit");
    resume.option_defaults()->take_last();
    resume.footer(
        "What is not said anew is as it was in the run; --max-time counts from now.\n"
        "Examples:\n"
        "  firefly resume draws.nc.checkpoint\n"
        "  firefly resume run.checkpoint --draws 20000\n"
        "  firefly resume draws.csv.checkpoint --finish");
    resume.add_option("CHECKPOINT", options.checkpoint, "What --checkpoint named, or OUTPUT.checkpoint")->required();
    resume.add_flag("--finish", options.finish, "Draw nothing more: write the outputs from what was drawn");
    add_stopping_options(resume, options.changed);
    return resume;
}

/// The options that were given, so that to parse them again gives the same. `only`: but those of these names.
std::vector<std::string> as_arguments(CLI::App const& command, std::span<char const* const> only = {}) {
    std::vector<std::string> arguments;
    for (CLI::Option const* const option : command.get_options()) {
        std::string const name = option->get_name();
        if (option->count() == 0 || !name.starts_with("--") || name == "--config") continue;
        if (!only.empty() && std::ranges::find(only, name) == only.end()) continue;
        for (std::string const& value : option->reduced_results()) arguments.push_back(name + "=" + value);
    }
    return arguments;
}

/// `--config FILE`: the names of options with their values, as TOML or INI. Its lines stand before what the command line says, which wins
/// where it says the same.
std::vector<std::string> read_config(std::string const& file, CLI::App const& command, std::vector<std::string> const& said) {
    auto const refuse = [&](std::string const& why) { throw firefly::data_error(file + ": " + why); };
    if (!std::filesystem::is_regular_file(file)) refuse("cannot be read; --config takes a file with lines such as draws = 5000");
    std::vector<std::string> arguments;
    for (CLI::ConfigItem const& item : CLI::ConfigTOML().from_file(file)) {
        if (item.name == "++" || item.name == "--") continue;  // the begin and end of a section
        std::string const name = "--" + item.name;
        bool const in_place = item.parents.empty() || item.parents == std::vector{command.get_name()};
        auto const* const option = in_place ? command.get_option_no_throw(name) : nullptr;
        if (!option || name == "--config" || name == "--help")
            refuse("there is no option " + item.fullname() + "; firefly sample --help lists them");
        bool const is_said = std::ranges::any_of(
            said, [&](std::string const& argument) { return argument == name || argument.starts_with(name + "="); });
        if (is_said) continue;
        for (std::string const& value : item.inputs) arguments.push_back(name + "=" + value);
    }
    return arguments;
}

/// What follows `--config`; nothing where it is not said.
std::string config_file(std::vector<std::string> const& arguments) {
    std::string file;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].starts_with("--config=")) file = arguments[i].substr(9);
        if (arguments[i] == "--config" && i + 1 < arguments.size()) file = arguments[i + 1];
    }
    return file;
}

/// CLI11 takes them from the back.
void parse(CLI::App& app, std::vector<std::string> arguments) {
    std::ranges::reverse(arguments);
    app.parse(arguments);
}

/// Shared with the other processes on this machine.
sample_options on_all_cores(processes const& all) {
    sample_options options;
    options.run.threads = std::max<std::size_t>(1, std::thread::hardware_concurrency() / all.here());
    return options;
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
    predict.add_option("--data", options.predict.data, "CSV with a header, NPY, or a store: the rows to predict")->required();
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
    auto& convert = *app.add_subcommand(
        "convert", "Data of any size to a store that sample maps; draws between Stan CSV and netCDF; tables between CSV and NPY");
    convert.option_defaults()->take_last();
    convert.footer(
        "Examples:\n"
        "  firefly convert big.csv big.firefly --target y       then: firefly sample --data big.firefly\n"
        "  firefly convert 2024.csv.gz 2025.csv.gz years.firefly --target y --one-hot region --float32\n"
        "  firefly convert X.npy big.firefly --target y.npy --model robust\n"
        "  firefly convert --check big.firefly                  is it as it was written?\n"
        "  firefly convert draws_1.csv draws_2.csv draws.nc     draws, all chains into one file\n"
        "  firefly convert draws.nc draws.csv                   draws_1.csv, …, one file a chain\n"
        "  firefly convert table.csv table.npy                  a table of numbers; NPY has no names of columns\n\n"
        "To a store: one pass in bounded memory (LIBSVM: two). --target, --features, --one-hot, --missing and --float32 are chosen here;\n"
        "--features (fewer), --no-intercept and --standardize of sample work on a store, too. The output's name decides: .firefly is a store.");
    convert
        .add_option(
            "files", options.convert.files,
            "What to read, and last what to write: .firefly, .csv, .nc or .npy. To a store: one file or several with the same columns")
        ->required()
        ->take_all();
    convert.add_option("--columns", options.convert.columns, "Table to table: columns to keep, with commas between (default: all)")
        ->delimiter(',')
        ->take_all();
    add_table_options(convert, options.convert.input);
    convert
        .add_option("--model", options.convert.input.model,
                    "To a store: logistic and softmax have a target of classes, robust one of numbers")
        ->check(CLI::IsMember({"logistic", "softmax", "robust"}))
        ->capture_default_str();
    convert.add_flag("--check", options.convert.check, "Read whole stores and see that they are as they were written");
}

void add_report(CLI::App& app, later_options& options) {
    auto& report = *app.add_subcommand("report", "One HTML page about a run: table, plots, warnings in words");
    report.footer("Example:\n  firefly report draws.nc --output report.html");
    report.add_option("files", options.report.files, draw_files)->required();
    report.add_option("--output", options.report.output, "The page to write")->required();
}

/// Runs the subcommand that was given, if it is one of these.
bool run_later(CLI::App const& app, sample_options const& sample, later_options const& options, processes const& alone) {
    if (app.got_subcommand("summary"))
        firefly::program::summarise_files(options.summary);
    else if (app.got_subcommand("diagnose"))
        firefly::program::diagnose_files(options.diagnosed);
    else if (app.got_subcommand("map"))
        firefly::program::find_mode(sample, options.map_output, alone);
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

/// All that the command line can say.
struct command_line {
    CLI::App app{"firefly: exact Bayesian inference for tall data", "firefly"};
    sample_options sample;
    resume_options resume;
    later_options later;
    CLI::App& sample_command;
    CLI::App& resume_command;

    explicit command_line(processes const& all)
        : sample(on_all_cores(all)), sample_command(add_sample(app, sample)), resume_command(add_resume(app, resume)) {
        app.set_version_flag("--version", "firefly " FIREFLY_VERSION);
        app.require_subcommand(1);
        app.footer(
            "Examples:\n"
            "  firefly demo\n"
            "  firefly sample --data wells.csv --target switched --output draws.nc\n"
            "  firefly sample --help");
        add_map(app, sample, later);
        add_summary(app, later);
        add_diagnose(app, later);
        add_report(app, later);
        add_predict(app, later);
        add_convert(app, later);
        app.add_subcommand("demo", "The main job on built-in data, beside regular MCMC")->footer("Example:\n  firefly demo");
    }

    void read(std::vector<std::string> arguments) {
        if (!arguments.empty() && arguments.front() == "sample")
            if (std::string const file = config_file(arguments); !file.empty()) {
                auto const from_file = read_config(file, sample_command, arguments);
                arguments.insert(arguments.begin() + 1, from_file.begin(), from_file.end());
            }
        parse(app, arguments);
        if (sample.run.target_ess > 0 && sample_command.get_option("--draws")->count() == 0) sample.run.draws = 100'000;
        sample.arguments = as_arguments(sample_command);
        constexpr std::array of_stores{"--format", "--target", "--features", "--one-hot", "--missing", "--float32", "--model"};
        later.convert.input.arguments = as_arguments(*app.get_subcommand("convert"), of_stores);
    }
};

void resume(command_line const& said, processes const& all) {
    auto const saved = firefly::program::read_checkpoint(said.resume.checkpoint);
    std::vector<std::string> arguments{"sample"};
    auto const changed = as_arguments(said.resume_command, sample_options::changeable);
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
    if (!run_later(said.app, said.sample, said.later, all)) firefly::program::demo(all);
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
