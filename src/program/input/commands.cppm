/// The commands of `firefly` with their options. Those of `firefly sample` are in `sample_options`.
module;
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

export module firefly.program.input:commands;

import firefly;
import :options;

namespace firefly::program {

/// Continues a run that was stopped.
export struct resume_options {
    std::string checkpoint;
    bool finish = false;                 // draw nothing more; write the outputs from what was drawn
    std::vector<std::string> arguments;  // those of `sample_options::changeable` that are given a new value
};

/// Finds the maximum of the posterior and draws nothing.
export struct map_options {
    sample_options model;
    std::string output;  // a CSV file of the estimates; empty: none
};

/// Prints a table with one line per parameter.
export struct summary_options {
    std::vector<std::string> files;
    std::string csv;                       // empty: none
    std::optional<std::string> reference;  // class that contrasts are against; empty: that of the run
};

/// Says in words what is wrong with a run.
export struct diagnose_options {
    std::vector<std::string> files;
};

/// Writes one HTML page about a run.
export struct report_options {
    std::vector<std::string> files;
    std::string output;
    std::optional<std::string> reference;  // as in `summary_options`
};

/// Predicts new rows from the draws of a run.
export struct predict_options {
    std::vector<std::string> draws;  // files
    std::string data;
    std::optional<data_format> format;  // nothing: by the end of the name
    std::string target;                 // empty: the column of that name in the fit, where the file has it
    bool no_score = false;              // do not look for a target
    missing_cells missing = missing_cells::refuse;
    text_encoding encoding = text_encoding::utf8;
    bool unseen_as_reference = false;  // a level that was never fitted is taken for the reference; otherwise it is refused
    std::vector<std::string> keep;     // columns that are copied to the output
    std::string output;                // CSV; empty: standard output
    double interval = 0.9;             // share of the draws inside
    std::size_t most_draws = 0;        // spread evenly over all; 0: all of them
    std::size_t probabilities = 0;     // of counts: of each below this number, and of this or more; 0: of none
    bool weighted = false;             // the weights that the fit had are read again
    std::size_t thin = 1;              // every draw of each chain, or every second, …
    std::string netcdf;                // targets that each draw would make; empty: none
    std::uint64_t seed = 1;            // of these
};

/// Scores each row as if it had been left out, from the draws of a run and the rows that it was fitted to.
export struct loo_options {
    predict_options model;       // draws and rows, as `predict` reads them
    std::string csv;             // of each row; empty: none
    std::string log_likelihood;  // netCDF; empty: none
};

/// Converts files to another format.
export struct convert_options {
    std::vector<std::string> files;    // inputs, then the output
    std::vector<std::string> columns;  // of a table; empty: all
    sample_options input;              // how data are read
    bool check = false;                // only look whether stores are as they were written
};

/// Runs `sample` on built-in data, beside regular MCMC.
export struct demo_options {};

export using command = std::variant<sample_options, resume_options, map_options, summary_options, diagnose_options, report_options,
                                    predict_options, loo_options, convert_options, demo_options>;

}  // namespace firefly::program
