/// The options of `sample`, and of `resume`, which shares some of them.
module;
#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

module firefly.program.input;

import firefly;
import :subcommands;

namespace firefly::program {

namespace {

/// An option that is a positive number or, if `may_be_found`, `auto` (stored as empty).
void add_scale(CLI::App& command, std::string const& name, std::optional<double>& scale, bool may_be_found,
               std::string const& description) {
    auto const choose = [&scale, may_be_found, name](std::string const& said) {
        scale = parse_positive(said);
        if (!scale && !(may_be_found && said == "auto"))
            throw CLI::ValidationError(
                name, (may_be_found ? "must be auto or a positive number, got " : "must be a positive number, got ") + said);
    };
    std::string const standard = scale ? CLI::detail::to_string(*scale) : may_be_found ? "auto" : "";
    command.add_option_function<std::string>(name, choose, description)->type_name("SCALE")->default_str(standard);
}

/// An option that is a positive number and has a standard value.
void add_positive(CLI::App& command, std::string const& name, double& into, std::string const& description) {
    add_parsed(command, name, into, parse_positive, "a positive number", description)
        .type_name("NUMBER")
        ->default_str(CLI::detail::to_string(into));
}

void add_input_options(CLI::App& sample, sample_options& options) {
    sample
        .add_option("--data", options.data,
                    "CSV, NPY, IDX (as MNIST) or LIBSVM, also packed with gzip; or a store that firefly convert made, of any size")
        ->required();
    add_formula(
        sample, options,
        "Target, features, groups, intercept and offset in one line, in place of the options for these: \"y ~ log(x) + C(region) + "
        "bs(hour, df=6) + (1 | county) + (1 + x | store) + offset(log(time))\". CSV, NPY (columns x1, x2, …) and stores; a store that was "
        "made for a formula is sampled by it");
    add_table_options(sample, options);
    sample.add_flag(
        "--standardize", options.standardize,
        "Sample with columns of mean 0 and standard deviation 1. The prior is for the standardized columns; draws are on the scale of the data");
    sample.add_flag(
        "--no-center", options.no_center,
        "Do not shift columns to mean 0. By default they are, and the intercept's prior is for the shifted columns; draws are on "
        "the scale of the data in any case");
    sample.add_flag("--no-intercept", options.no_intercept,
                    "Leave out the column of ones; nothing is shifted then (ordinal: cutpoints stand for it in any case)");
}

/// Where a choice may be left out besides being left open or made.
enum class may_be_none : bool { no, yes };

/// One of the choices of a plan, by its word.
template <class Kind>
void add_choice(CLI::App& sample, char const* name, choice<Kind>& into, std::string const& what,
                may_be_none without = may_be_none::no) {
    std::vector<std::string> words{"auto"};
    if (without == may_be_none::yes) words.emplace_back("none");
    for (std::string_view const word : choice_words<Kind>::words)
        if (word != word_of(bound_kind::own)) words.emplace_back(word);
    sample.add_option_function<std::string>(
              name, [&into](std::string const& word) { into = parse_choice<Kind>(word); }, what)
        ->check(CLI::IsMember(words))
        ->default_str("auto");
}

/// The same where the value is a number.
void add_choice(CLI::App& sample, char const* name, choice<double>& into, std::string const& what) {
    sample.add_option_function<std::string>(
              name, [&into](std::string const& word) { into = parse_choice<double>(word); }, what)
        ->check(CLI::Validator(check_number_choice, "NUMBER"))
        ->default_str("auto");
}

/// A word for all coefficients, of which the last one counts, and rules for single terms, which add up. CLI11 would take what follows for more of
/// them, and brackets at both ends for a list: `allow_extra_args(false)`.
void add_prior(CLI::App& sample, sample_options& options) {
    auto const read = [&options](std::vector<std::string> const& said) {
        options.prior_rules.clear();
        for (std::string const& prior : said) {
            if (prior.find('~') != std::string::npos)
                options.prior_rules.push_back(prior);
            else if (prior == "default" || prior == name_of(prior_kind::gaussian))
                options.prior = prior_kind::gaussian;
            else if (prior == name_of(prior_kind::laplace))
                options.prior = prior_kind::laplace;
            else
                throw CLI::ValidationError(
                    "--prior", "must be default, gaussian, laplace or a rule such as \"x ~ normal(0, 1)\", got " + prior);
        }
    };
    sample
        .add_option_function<std::vector<std::string>>(
            "--prior", read,
            "Prior of each coefficient: gaussian or laplace, of the scale --prior-scale (default: gaussian; the scales of groups are half-Cauchy of "
            "scale 1). Or of single terms, as often as needed: \"TERM ~ DISTRIBUTION\" with normal(0, SCALE), student_t(NU, 0, SCALE), "
            "laplace(0, SCALE) or flat(); normal(0, s) with a name learns the scale, \"s ~ half_cauchy(SCALE)\" says its prior; "
            "\"TERM + TERM ~ horseshoe(SCALE)\" learns one for each coefficient, for when most are near zero; the term . stands for all others")
        ->type_name("PRIOR")
        ->allow_extra_args(false)
        ->take_all()
        ->default_str(name_of(options.prior));
}

/// The choices of a plan, and nothing else: what the plan prints as chosen can be said again here.
void add_algorithm_options(CLI::App& sample, choices& how) {
    add_choice(
        sample, "--algorithm", how.algorithm,
        "Firefly Monte Carlo, or regular MCMC on all data (auto: what short pilot runs find best; firefly where a part of it is chosen below)");
    add_choice(
        sample, "--anchor", how.anchor,
        "Where bounds touch: at the maximum of the posterior, at the mean of a pilot run, or, with none, untuned as in the paper (auto: map, or pilot where that is better)",
        may_be_none::yes);
    add_choice(sample, "--bound", how.bound, "Lower bound on the likelihood");
    add_choice(sample, "--region", how.region,
               "Radius within which anchored bounds are sharp, in posterior standard deviations; auto, none, or a number");
    add_choice(sample, "--kernel", how.kernel,
               "Move of the parameters (auto: bright-gibbs, elliptical-slice for regular MCMC, random-walk with --anchor none)");
    add_choice(sample, "--updater", how.updater, "Move of the brightness (auto: clocked, or implicit with --anchor none)");
    add_choice(sample, "--candidates", how.candidates,
               "Dark rows that the updater clocked looks at per bright one; auto, or a number");
    add_choice(sample, "--start", how.start, "Where chains start (auto: laplace, or prior with --anchor none)");
}

void add_run_options(CLI::App& sample, sample_options& options) {
    run_settings& run = options.run;
    add_count(sample, "--chains", run.chains, {1, 10'000}, "Number of chains").default_str(std::to_string(run.chains));
    add_count(sample, "--warmup", run.warm_up, {}, "Iterations of warm-up").default_str(std::to_string(run.warm_up));
    sample.add_flag("--save-warmup", options.run.save_warm_up, "Also keep the draws of warm-up");
    add_count(sample, "--thin", run.thin, {.least = 1}, "Keep one draw out of this many").default_str(std::to_string(run.thin));
    add_count(sample, "--seed", run.seed, {.most = std::numeric_limits<std::uint64_t>::max()},
              "Seed: the same seed gives the same draws")
        .default_str(std::to_string(run.seed));
    sample.add_option(
        "--output", options.output,
        "NAME.csv: Stan CSV, with several chains NAME_1.csv, …; NAME.nc: netCDF for ArviZ. Files of that name are replaced when the new ones are complete. lp is log p(theta, z), not the log posterior");
    add_reference(sample, options.reference, "the first class");
    sample.add_option("--report", options.report, "NAME.html: one page about the run, with table, plots and warnings in words");
    sample.add_option("--checkpoint", options.checkpoint,
                      "File for firefly resume, kept after the run (default: OUTPUT.checkpoint, removed when the run is complete)");
    sample.add_option("--config", "Read options from this file, in lines such as draws = 5000; the command line wins")
        ->type_name("FILE");
}

/// The options about when a run stops and what it shows. `resume` has them too.
void add_stopping_options(CLI::App& command, sample_options& options) {
    run_settings& run = options.run;
    add_count(command, "--draws", run.draws, {.least = 1},
              "Iterations after warm-up; with --target-ess the maximum (then 100000 by default)");
    add_parsed(command, "--max-time", run.max_seconds, parse_duration, "a time such as 90s, 10m or 2h",
               "Stop after this time, set-up and warm-up included, and save what was drawn: 90s, 10m, 2h")
        .type_name("TIME");
    add_parsed(command, "--target-ess", run.target_ess, parse_positive, "a positive number",
               "Stop when every parameter has this many effective draws (bulk); checked after 100, 200, 400, ... draws per chain")
        .type_name("NUMBER");
    add_count(command, "--threads", run.threads, {1, 1024}, "Number of threads; the draws do not depend on it");
    command.add_flag("--quiet", options.quiet, "Show no progress");
}

}  // namespace

void add_formula(CLI::App& command, sample_options& options, std::string const& description) {
    command.add_option("--formula", options.formula, description)->type_name("FORMULA");
}

void add_model(CLI::App& command, model_kind& chosen, std::string const& description) {
    std::vector<std::pair<std::string, model_kind>> words;
    for (model_kind const model : model_kinds) words.emplace_back(name_of(model), model);
    add_choice(command, "--model", chosen, std::move(words), description);
}

void add_format(CLI::App& command, std::optional<data_format>& chosen) {
    add_choice<std::optional<data_format>>(command, "--format", chosen,
                                           {{"auto", std::nullopt},
                                            {"csv", data_format::csv},
                                            {"npy", data_format::npy},
                                            {"idx", data_format::idx},
                                            {"libsvm", data_format::libsvm}},
                                           "Format (auto: by the end of the name)");
}

void add_encoding(CLI::App& command, text_encoding& chosen) {
    add_choice<text_encoding>(command, "--encoding", chosen, {{"utf8", text_encoding::utf8}, {"latin1", text_encoding::latin1}},
                              "CSV: what the bytes of names and labels mean; outputs are UTF-8 in any case");
}

void add_missing(CLI::App& command, missing_cells& chosen) {
    add_choice<missing_cells>(command, "--missing", chosen, {{"error", missing_cells::refuse}, {"drop", missing_cells::drop}},
                              "Rows with a missing cell (empty, NA, NaN, null) in a column that is used");
}

void add_reference(CLI::App& command, std::optional<std::string>& chosen, std::string const& standard) {
    command
        .add_option("--reference", chosen,
                    "Softmax: the class that the others are compared with in contrasts (default: " + standard + ")")
        ->type_name("CLASS");
}

void add_table_options(CLI::App& command, sample_options& options) {
    add_format(command, options.format);
    add_encoding(command, options.encoding);
    command.add_option(
        "--target", options.target,
        "Column to explain: name, or number from 1. NPY and IDX: or a file with the targets alone. LIBSVM: the label, leave it out");
    command.add_option("--features", options.features, "Explanatory columns, separated by commas (default: all others)")
        ->delimiter(',')
        ->take_all();
    command
        .add_option("--one-hot", options.one_hot, "Categorical features: one column of zeros and ones per level, except the first")
        ->delimiter(',')
        ->take_all();
    add_missing(command, options.missing);
    command.add_flag("--float32", options.float32,
                     "Keep the features in four bytes each: half the size, and exact for the rounded numbers");
}

/// Columns that are no features.
void add_case_options(CLI::App& command, sample_options& options) {
    case_options& cases = options.cases;
    auto const add = [&](char const* name, std::string& column, std::string const& description) {
        command.add_option(name, column, description)->type_name("COLUMN");
    };
    add("--trials", cases.trials, "Binomial: how many trials each row had; the target counts those that succeed");
    add("--offset", cases.offset, "A part of the predictor whose coefficient is known to be 1");
    add("--exposure", cases.exposure, "An offset whose logarithm is taken, such as the time in which events were counted");
    add("--weights", cases.weights, "How many times each row counts: 0 or more, whole or not");
    command.add_flag("--merge", options.merge, "Equal rows become one with a weight: the same posterior from fewer rows");
}

void add_data_options(CLI::App& sample, sample_options& options) {
    add_model(
        sample, options.model,
        "Likelihood. Two classes: logistic, probit, cloglog; more: softmax, or ordinal where they have an order; successes out of some trials: "
        "binomial; counts: poisson, negative-binomial; positive numbers: gamma; "
        "numbers: gaussian, or robust, log-cosh and huber, which tolerate outliers");
    add_input_options(sample, options);
    add_case_options(sample, options);
    add_prior(sample, options);
    add_scale(
        sample, "--prior-scale", options.prior_scale, true,
        "Scale of the prior, for a Gaussian its standard deviation; auto: chosen by the score of held-out rows. Where sigma is sampled, the default is 2.5 "
        "standard deviations of the target");
    add_scale(
        sample, "--intercept-scale", options.intercept_scale, false,
        "Scale of the intercept's prior, at the columns' means (default: as --prior-scale; where sigma is sampled, 2.5 root mean squares of the target)");
    auto const choose_nu = [&options](std::string const& said) {
        options.samples_nu = said == "sample";
        if (options.samples_nu) return;
        auto const number = parse_positive(said);
        if (!number) throw CLI::ValidationError("--nu", "must be sample or a positive number, got " + said);
        options.nu = *number;
    };
    sample
        .add_option_function<std::string>("--nu", choose_nu,
                                          "Robust: degrees of freedom of the noise, held fixed; sample: sampled on a grid, as nu")
        ->type_name("NUMBER")
        ->default_str(CLI::detail::to_string(options.nu));
    add_positive(sample, "--threshold", options.threshold,
                 "Huber: residuals beyond this many noise scales count by their size, not by their square");
    add_scale(
        sample, "--noise-scale", options.noise_scale, true,
        "Robust, gaussian, log-cosh and huber: scale of the noise, held fixed; auto: sampled with the coefficients, as sigma");
    add_scale(sample, "--noise-prior-scale", options.noise_prior_scale, true,
              "Scale of sigma's half-Cauchy prior; auto: 2.5 standard deviations of the target");
    auto const choose_size = [&options](std::string const& said) {
        options.samples_size = said == "sample";
        options.size = parse_positive(said);
        if (!options.size && !options.samples_size && said != "auto")
            throw CLI::ValidationError("--size", "must be auto, sample or a positive number, got " + said);
    };
    sample
        .add_option_function<std::string>(
            "--size", choose_size,
            "Negative binomial: the variance is mean + mean²/size; auto: the likeliest, held fixed; sample: sampled on a grid, as size")
        ->type_name("SCALE")
        ->default_str("auto");
    add_scale(sample, "--shape", options.shape, true,
              "Gamma: the standard deviation is mean/√shape; auto: the likeliest, held fixed");
    sample.add_flag("--portable-draws", options.portable_draws,
                    "The same draws on every processor, to the last bit; set-up takes longer with hundreds of columns");
}

CLI::App& add_sample(CLI::App& app, sample_options& options) {
    auto& sample = *app.add_subcommand("sample", "Draw from the posterior of a regression");
    sample.option_defaults()->take_last();  // as in other programs, the last one given wins
    sample.footer(
        "Examples:\n"
        "  firefly sample --model logistic --data wells.csv --target switched --output draws.csv\n"
        "  firefly sample --model softmax --data iris.csv --target species --kernel mala --output draws.nc\n"
        "  firefly sample --model robust --data X.npy --target y.npy --prior laplace --kernel slice --draws 5000\n"
        "  firefly sample --model negative-binomial --data visits.csv --target visits --output draws.nc\n"
        "  firefly sample --data wells.csv --target switched --target-ess 400 --max-time 10m --output draws.nc\n"
        "  firefly sample --data people.csv --target vote --one-hot region,sex --standardize --missing drop\n"
        "  firefly sample --data a9a.libsvm --prior-scale auto\n"
        "  firefly convert big.csv big.firefly --target y; firefly sample --data big.firefly    data larger than memory\n"
        "  firefly sample --model poisson --data claims.csv --target claims --exposure years\n"
        "  firefly sample --model poisson --data claims.csv --formula \"claims ~ C(region) * age + offset(log(years))\"\n"
        "  firefly sample --data flights.csv --formula \"late ~ log(distance) + C(weekday)\" --prior \"C(weekday) ~ normal(0, s)\"\n"
        "  firefly sample --config wells.toml --seed 2");
    add_data_options(sample, options);
    add_algorithm_options(sample, options.how);
    add_run_options(sample, options);
    add_stopping_options(sample, options);
    sample.get_option("--draws")->default_str(std::to_string(options.run.draws));
    sample.get_option("--threads")->default_str(std::to_string(options.run.threads));
    return sample;
}

CLI::App& add_resume(CLI::App& app, all_options& options) {
    auto& resume = *app.add_subcommand("resume", "Continue a run that was stopped or killed, bit for bit");
    resume.option_defaults()->take_last();
    resume.footer(
        "Options that are not given stay as they were in the run; --max-time counts from now.\n"
        "Examples:\n"
        "  firefly resume draws.nc.checkpoint\n"
        "  firefly resume run.checkpoint --draws 20000\n"
        "  firefly resume draws.csv.checkpoint --finish");
    resume.add_option("CHECKPOINT", options.resume.checkpoint, "What --checkpoint named, or OUTPUT.checkpoint")->required();
    resume.add_flag("--finish", options.resume.finish, "Write the outputs from what was drawn, without drawing more");
    add_stopping_options(resume, options.changed);
    return resume;
}

}  // namespace firefly::program
