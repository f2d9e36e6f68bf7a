/// Declares the options of each subcommand to CLI11. Internal to `command_line`.
module;
#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

module firefly.program.input:subcommands;

import firefly;
import :commands;
import :model_kind;
import :option_values;
import :options;

namespace firefly::program {

/// The options of all subcommands; one of them will be chosen.
struct all_options {
    sample_options sample;
    resume_options resume;
    sample_options changed;  // by `resume`; only what `sample_options::changeable` lists
    map_options map;
    summary_options summary;
    diagnose_options diagnose;
    report_options report;
    predict_options predict;
    loo_options loo;
    convert_options convert;
};

/// An option whose value is one of a list of words. Each word is paired with the value that it stands for.
template <class Value>
CLI::Option& add_choice(CLI::App& command, std::string const& name, Value& chosen, std::vector<std::pair<std::string, Value>> words,
                        std::string const& description) {
    std::vector<std::string> names;
    std::string standard;
    for (auto const& [word, value] : words) {
        names.push_back(word);
        if (value == chosen) standard = word;
    }
    auto const choose = [&chosen, words](std::string const& said) {
        for (auto const& [word, value] : words)
            if (word == said) chosen = value;
    };
    return *command.add_option_function<std::string>(name, choose, description)
                ->check(CLI::IsMember(std::move(names)))
                ->default_str(standard);
}

/// An option whose value `parse` reads; what it leaves empty is refused, with `wanted`.
template <class Value, class Parse>
CLI::Option& add_parsed(CLI::App& command, std::string const& name, Value& into, Parse parse, std::string const& wanted,
                        std::string const& description) {
    auto const read = [&into, parse, name, wanted](std::string const& said) {
        auto const value = parse(said);
        if (!value) throw CLI::ValidationError(name, "must be " + wanted + ", got " + said);
        into = *value;
    };
    return *command.add_option_function<std::string>(name, read, description);
}

/// An option that is a whole number.
inline CLI::Option& add_count(CLI::App& command, std::string const& name, std::uint64_t& into, count_range range,
                              std::string const& description) {
    auto const parse = [range](std::string const& said) { return parse_count(said, range); };
    std::string const wanted = "a whole number from " + std::to_string(range.least) + " to " + std::to_string(range.most);
    return *add_parsed(command, name, into, parse, wanted, description).type_name("COUNT");
}

/// Adds --model.
void add_model(CLI::App& command, model_kind& chosen, std::string const& description);
/// `--formula`.
void add_formula(CLI::App& command, sample_options& options, std::string const& description);
/// --format, --encoding and --missing, of every command that reads data.
void add_format(CLI::App& command, std::optional<data_format>& chosen);
void add_encoding(CLI::App& command, text_encoding& chosen);
void add_missing(CLI::App& command, missing_cells& chosen);
/// --reference, of the commands that show contrasts.
void add_reference(CLI::App& command, std::optional<std::string>& chosen, std::string const& standard);
/// What `sample`, `map` and `convert` say of tables in the same words.
void add_table_options(CLI::App& command, sample_options& options);
/// The options about data, model and prior that `sample` and `map` share.
void add_data_options(CLI::App& command, sample_options& options);

CLI::App& add_sample(CLI::App& app, sample_options& options);
CLI::App& add_resume(CLI::App& app, all_options& options);
/// `map`, and the commands that follow a run: `summary`, `diagnose`, `report`, `predict`, `loo`, `convert`.
void add_after_commands(CLI::App& app, all_options& options);

}  // namespace firefly::program
