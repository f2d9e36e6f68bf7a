/// The options of `map` and of the subcommands that follow a run.
module;
#include <CLI/CLI.hpp>
#include <string>

module firefly.program.input;

import :subcommands;

namespace firefly::program {

namespace {

constexpr char const* draw_files = "Stan CSV of firefly or CmdStan, a file for each chain; or one netCDF file of firefly or ArviZ";

void add_summary(CLI::App& app, all_options& options) {
    auto& summary = *app.add_subcommand("summary", "What the draws say about each parameter: mean, sd, quantiles, ESS, R-hat");
    summary.footer(
        "Examples:\n"
        "  firefly summary draws_1.csv draws_2.csv draws_3.csv draws_4.csv\n"
        "  firefly summary draws.nc --csv summary.csv\n\n"
        "Columns as in R's posterior; ess_bulk/s counts the sampling time of all chains together. For a softmax, contrasts follow: the\n"
        "weights of each class less those of a reference class.");
    summary.add_option("files", options.summary.files, draw_files)->required();
    summary.add_option("--csv", options.summary.csv, "Also write the table to this file, with all digits");
    add_reference(summary, options.summary.reference, "that of the run");
}

void add_diagnose(CLI::App& app, all_options& options) {
    auto& diagnose = *app.add_subcommand("diagnose", "What is wrong with a run, in words, and what to do");
    diagnose.footer("Example:\n  firefly diagnose draws_*.csv");
    diagnose.add_option("files", options.diagnose.files, draw_files)->required();
}

void add_map(CLI::App& app, all_options& options) {
    auto& map = *app.add_subcommand("map", "The maximum of the posterior alone: estimates, standard errors, what a run would cost");
    map.option_defaults()->take_last();
    map.footer("Example:\n  firefly map --data wells.csv --target switched");
    add_data_options(map, options.map.model);
    map.add_option("--output", options.map.output, "Also write the estimates to this CSV file");
}

/// Which rows `predict` and `loo` read, and how.
void add_rows(CLI::App& command, predict_options& options, std::string const& what, std::string const& target) {
    command.add_option("files", options.draws, draw_files)->required()->take_all();
    command.add_option("--data", options.data, what + ": CSV, NPY, IDX or LIBSVM, also packed with gzip, or a store")->required();
    add_format(command, options.format);
    add_encoding(command, options.encoding);
    command.add_option("--target", options.target, target);
    add_missing(command, options.missing);
    add_choice<bool>(command, "--unseen", options.unseen_as_reference, {{"error", false}, {"reference", true}},
                     "Categories that were never fitted: refuse them, or take them for the reference level");
    add_count(command, "--thin", options.thin, {.least = 1}, "Use every draw of each chain (1, the default), every second (2), …");
}

void add_loo(CLI::App& app, all_options& options) {
    auto& loo = *app.add_subcommand("loo", "How well each row is predicted by all others: PSIS-LOO and WAIC, to compare models");
    loo.option_defaults()->take_last();
    loo.footer(
        "Examples:\n"
        "  firefly loo draws.nc --data wells.csv\n"
        "  firefly loo draws_*.csv --data wells.csv --csv rows.csv\n"
        "  firefly loo draws.nc --data wells.csv --thin 4 --log-likelihood loo.nc     then: arviz.loo(arviz.from_netcdf(\"loo.nc\"))\n\n"
        "Leave-one-out cross-validation by Pareto smoothed importance sampling, from the draws of one fit, with the numbers of ArviZ and of\n"
        "R's loo: elpd_loo, p_loo, looic, and a Pareto k for each row that says whether its score can be relied upon. Give the rows that\n"
        "were fitted. Of two models of the same target on the same rows the one with the larger elpd_loo predicts better.");
    add_rows(loo, options.loo.model, "The rows that were fitted",
             "Column of the target (default: the one that was fitted); NPY and IDX: a file with the targets alone");
    loo.add_option("--csv", options.loo.csv, "Write the scores of each row to this CSV file");
    loo.add_option(
        "--log-likelihood", options.loo.log_likelihood,
        "Write the log likelihood of each row in each draw to this netCDF file, with the draws, for ArviZ: rows × draws × 8 bytes");
}

void add_predict(CLI::App& app, all_options& options) {
    auto& predict = *app.add_subcommand("predict", "Probabilities or means for new rows, with intervals; held-out log score");
    predict.option_defaults()->take_last();
    predict.footer(
        "Examples:\n"
        "  firefly predict draws.nc --data new.csv --output predictions.csv\n"
        "  firefly predict draws_*.csv --data held_out.csv > predictions.csv\n\n"
        "  firefly predict draws.nc --data new.csv --keep id,date --missing drop --output predictions.csv\n"
        "  firefly predict draws.nc --data new.csv --probabilities 5     of counts: of 0, 1, 2, 3, 4, and of 5 or more\n"
        "  firefly predict draws.nc --data wells.csv --netcdf checks.nc  then: arviz.plot_ppc(arviz.from_netcdf(\"checks.nc\"))\n\n"
        "Columns are found by their names, in any order. One line for each row: the columns that are kept, then for logistic,\n"
        "probit and cloglog, the probability of the second label; softmax and ordinal, of each class; all others, the mean. Where the file has the target the log score\n"
        "follows: the mean over rows of the log of the posterior predictive probability.");
    add_rows(
        predict, options.predict, "The rows to predict",
        "Column to score by (default: the one that was fitted, if the file has it); NPY and IDX: or a file with the targets alone");
    predict.add_flag("--no-score", options.predict.no_score, "Do not score, even if the file has the target");
    predict.add_option("--keep", options.predict.keep, "Columns to copy in front of the predictions, separated by commas")
        ->delimiter(',')
        ->take_all();
    predict.add_option("--output", options.predict.output, "Write to this CSV file (default: standard output)");
    add_parsed(predict, "--interval", options.predict.interval, parse_share, "a number from 0 to 1",
               "Share of the draws between lower and upper")
        .type_name("NUMBER")
        ->default_str(CLI::detail::to_string(options.predict.interval));
    add_count(predict, "--probabilities", options.predict.probabilities, {.least = 1, .most = 1000},
              "Models of counts: also the probability of each count below this, and of this or more");
    predict.add_option(
        "--netcdf", options.predict.netcdf,
        "Write a target that each draw would make of each row to this netCDF file, with the draws, for ArviZ: rows × draws × 8 "
        "bytes (classes: 4)");
    add_count(predict, "--seed", options.predict.seed, {}, "Of the random targets in --netcdf (default: 1)");
    add_count(predict, "--draws", options.predict.most_draws, {.least = 1}, "Use this many draws, spread evenly (default: all)");
}

void add_convert(CLI::App& app, all_options& options) {
    auto& convert = *app.add_subcommand(
        "convert", "Data of any size to a store that sample maps; draws between Stan CSV and netCDF; tables between CSV and NPY");
    convert.option_defaults()->take_last();
    convert.footer(
        "Examples:\n"
        "  firefly convert big.csv big.firefly --target y       then: firefly sample --data big.firefly\n"
        "  firefly convert 2024.csv.gz 2025.csv.gz years.firefly --target y --one-hot region --float32\n"
        "  firefly convert X.npy big.firefly --target y.npy --model robust\n"
        "  firefly convert big.csv big.firefly --formula \"y ~ log(x) + (1 | county)\"\n"
        "  firefly convert --check big.firefly                  is it as it was written?\n"
        "  firefly convert draws_1.csv draws_2.csv draws.nc     draws, all chains into one file\n"
        "  firefly convert draws.nc draws.csv                   draws_1.csv, …, one file per chain\n"
        "  firefly convert table.csv table.npy                  a table of numbers, CSV, NPY or IDX; NPY has no names of columns\n\n"
        "To a store: one pass in bounded memory (LIBSVM: two). --target, --features, --one-hot, --missing and --float32 are chosen here;\n"
        "--features (fewer), --no-intercept and --standardize of sample work on a store, too. The output's name decides: .firefly is a store.");
    convert
        .add_option(
            "files", options.convert.files,
            "What to read, and last what to write: .firefly, .csv, .nc or .npy. To a store: one file or several with the same columns")
        ->required()
        ->take_all();
    convert.add_option("--columns", options.convert.columns, "Table to table: columns to keep, separated by commas (default: all)")
        ->delimiter(',')
        ->take_all();
    add_formula(
        convert, options.convert.input,
        "To a store: the columns of this formula, categories and groups as codes, and what --features and --one-hot name besides; sample takes it from the store");
    add_table_options(convert, options.convert.input);
    add_model(convert, options.convert.input.model,
              "To a store: logistic, probit, cloglog, softmax and ordinal have a target of classes, all others one of numbers");
    convert.add_flag("--check", options.convert.check, "Read stores from end to end and check that they are as they were written");
}

void add_report(CLI::App& app, all_options& options) {
    auto& report = *app.add_subcommand("report", "One HTML page about a run: table, plots, warnings in words");
    report.footer("Example:\n  firefly report draws.nc --output report.html");
    report.add_option("files", options.report.files, draw_files)->required();
    report.add_option("--output", options.report.output, "The page to write")->required();
    add_reference(report, options.report.reference, "that of the run");
}

}  // namespace

void add_after_commands(CLI::App& app, all_options& options) {
    add_map(app, options);
    add_summary(app, options);
    add_diagnose(app, options);
    add_report(app, options);
    add_predict(app, options);
    add_loo(app, options);
    add_convert(app, options);
}

}  // namespace firefly::program
