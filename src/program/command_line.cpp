#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "command_line.hpp"

namespace firefly::program {

namespace {

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
    auto const refuse = [&](std::string const& why) { throw data_error(file + ": " + why); };
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

}  // namespace

command_line::command_line(processes const& all)
    : sample(on_all_cores(all)), sample_command(add_sample(app, sample)), resume_command(add_resume(app, resume)) {
    app.set_version_flag("--version", "firefly " FIREFLY_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Examples:\n"
        "  firefly demo\n"
        "  firefly sample --data wells.csv --target switched --output draws.nc\n"
        "  firefly sample --help");
    add_later_commands(app, sample, later);
    app.add_subcommand("demo", "The main job on built-in data, beside regular MCMC")->footer("Example:\n  firefly demo");
}

void command_line::read(std::vector<std::string> arguments) {
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

std::vector<std::string> command_line::changes() const {
    return as_arguments(resume_command, sample_options::changeable);
}

}  // namespace firefly::program
