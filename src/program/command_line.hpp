/// All that the command line of `firefly` can say.
///
/// Brings `import firefly;` with it: include it after every other header.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

import firefly;
import firefly.program;

namespace firefly::program {

struct resume_options {
    std::string checkpoint;
    bool finish = false;
    sample_options changed;  // only what `sample_options::changeable` names
};

/// What the subcommands that come after a run are told.
struct later_options {
    summary_options summary;
    std::vector<std::string> diagnosed;
    std::string map_output;
    predict_options predict;
    convert_options convert;
    report_options report;
};

/// What `sample` and `convert` say of tables in the same words.
void add_table_options(CLI::App& command, sample_options& options);
/// What `sample` and `map` say of data, model and prior in the same words.
void add_data_options(CLI::App& command, sample_options& options);

CLI::App& add_sample(CLI::App& app, sample_options& options);
CLI::App& add_resume(CLI::App& app, resume_options& options);
/// All but these two and `demo`.
void add_later_commands(CLI::App& app, sample_options& sample, later_options& options);

struct command_line {
    CLI::App app{"firefly: exact Bayesian inference for tall data", "firefly"};
    sample_options sample;
    resume_options resume;
    later_options later;
    CLI::App& sample_command;
    CLI::App& resume_command;

    explicit command_line(processes const& all);
    /// Throws `CLI::Error`, also for --help and --version; `data_error` for a file of options that cannot be read.
    void read(std::vector<std::string> arguments);
    /// What `resume` was told of the run, as arguments of `sample`.
    std::vector<std::string> changes() const;
};

}  // namespace firefly::program
