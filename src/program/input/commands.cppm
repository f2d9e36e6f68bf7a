/// The commands of `firefly`: what each can be told. `sample_options` has those of `firefly sample`.
module;
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

export module firefly.program.input:commands;

import firefly;
import :options;

namespace firefly::program {

/// Goes on with a run that was stopped.
export struct resume_options {
    std::string checkpoint;
    bool finish = false;                 // draw nothing more, and write what is there
    std::vector<std::string> arguments;  // what is said anew, of `sample_options::changeable`
};

/// The maximum of the posterior alone.
export struct map_options {
    sample_options model;
    std::string output;  // a CSV file of the estimates; empty: none
};

/// A table of what draws say of each parameter.
export struct summary_options {
    std::vector<std::string> files;
    std::string csv;  // empty: none
};

/// What is wrong with a run, in words.
export struct diagnose_options {
    std::vector<std::string> files;
};

/// One page about a run.
export struct report_options {
    std::vector<std::string> files;
    std::string output;
};

/// What draws say of new rows.
export struct predict_options {
    std::vector<std::string> draws;  // files
    std::string data;
    std::optional<data_format> format;  // nothing: by the end of the name
    std::string target;                 // empty: the column of that name in the fit, where the file has it
    bool no_score = false;              // do not look for a target
    missing_cells missing = missing_cells::refuse;
    bool unseen_as_reference = false;  // a level that was never fitted is taken for the reference; otherwise it is refused
    std::vector<std::string> keep;     // columns that are copied to the output
    std::string output;                // CSV; empty: standard output
    double interval = 0.9;             // share of the draws inside
    std::size_t most_draws = 0;        // spread evenly over all; 0: all of them
};

/// Files of another format.
export struct convert_options {
    std::vector<std::string> files;    // what to read, and last what to write
    std::vector<std::string> columns;  // of a table; empty: all
    sample_options input;              // how data are read
    bool check = false;                // only look whether stores are as they were written
};

/// The main job on built-in data.
export struct demo_options {};

export using command = std::variant<sample_options, resume_options, map_options, summary_options, diagnose_options, report_options,
                                    predict_options, convert_options, demo_options>;

}  // namespace firefly::program
