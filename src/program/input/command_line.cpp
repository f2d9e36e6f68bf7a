module;
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <vector>

module firefly.program.input;

import firefly.external;
import firefly;
import :subcommands;

namespace firefly::program {

namespace {

/// The options that were given, as arguments that parse to the same options. If `only` is not empty, only the options named there.
std::vector<std::string> as_arguments(CLI::App const& command, std::span<char const* const> only = {}) {
    std::vector<std::string> arguments;
    for (CLI::Option const* const option : command.get_options()) {
        std::string const name = option->get_name();
        if (option->count() == 0 || !name.starts_with("--") || name == "--config") continue;
        if (!only.empty() && std::ranges::find(only, name) == only.end()) continue;
        bool const takes_all = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
        auto const& given = option->results();  // not `reduced_results`: CLI11 2.4 adds to a value {}
        for (std::string const& value : std::span(given).last(takes_all ? given.size() : 1))
            arguments.push_back(name + "=" + value);
    }
    return arguments;
}

/// `--config FILE`: options as lines of TOML or INI. Returns them as arguments, without those that the command line gives itself.
std::vector<std::string> read_config(std::string const& file, CLI::App const& command, std::vector<std::string> const& said) {
    auto const refuse = [&](std::string const& why) { throw data_error(file + ": " + why); };
    if (!std::filesystem::is_regular_file(file)) refuse("cannot be read; --config takes a file with lines such as draws = 5000");
    std::vector<CLI::ConfigItem> items;
    try {
        items = CLI::ConfigTOML().from_file(file);
    } catch (CLI::Error const& failure) { refuse(visible(failure.what())); }  // such as \q in quotes, for CLI11 2.4
    std::vector<std::string> arguments;
    for (CLI::ConfigItem const& item : items) {
        if (item.name == "++" || item.name == "--") continue;  // CLI11 marks the begin and end of a section
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

/// The value of `--config`; empty if it is not given.
std::string config_file(std::vector<std::string> const& arguments) {
    std::string file;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (arguments[i].starts_with("--config=")) file = arguments[i].substr(9);
        if (arguments[i] == "--config" && i + 1 < arguments.size()) file = arguments[i + 1];
    }
    return file;
}

/// CLI11 expects the arguments in reverse order.
void parse(CLI::App& app, std::vector<std::string> arguments) {
    std::ranges::reverse(arguments);
    app.parse(arguments);
}

/// Defaults in --help. CLI11 2.1 writes `SCALE=2.5` itself, 2.4 `SCALE [2.5]`: so that the text does not depend on it.
void show_defaults(CLI::App& app) {
    for (CLI::App* const command : app.get_subcommands({}))
        for (CLI::Option* const option : command->get_options()) {
            std::string const standard = option->get_default_str();
            bool const takes_several = option->get_expected_max() == CLI::detail::expected_max_vector_size;
            if (!standard.empty()) option->option_text(option->get_type_name() + "=" + standard + (takes_several ? " ..." : ""));
        }
}

void add_commands(CLI::App& app, all_options& options) {
    app.set_version_flag("--version", "firefly " FIREFLY_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Examples:\n"
        "  firefly demo\n"
        "  firefly sample --data wells.csv --target switched --output draws.nc\n"
        "  firefly sample --help");
    add_sample(app, options.sample);
    add_resume(app, options);
    add_after_commands(app, options);
    app.add_subcommand("demo", "A demonstration on built-in data, side by side with regular MCMC")
        ->footer("Example:\n  firefly demo");
    show_defaults(app);
}

/// What its model does not have would go unheeded.
void refuse_options_of_other_models(CLI::App const& command, model_kind chosen) {
    for (auto const& [name, has, why] : model_options) {
        if (has(chosen) || command.get_option(std::string(name))->count() == 0) continue;
        std::string others;
        for (model_kind const model : model_kinds)
            if (has(model)) others += (others.empty() ? "" : ", ") + name_of(model);
        throw invalid_argument(
            fmt::format("{}: is no option of --model {}{}{}; leave it out, or use one of the models that have it: {}", name,
                        name_of(chosen), why.empty() ? "" : ": ", why, others));
    }
}

/// A prior that is narrow in the unit of the target would be noise to a model that samples its scale: so that nobody need know the unit.
void let_target_scale_prior(CLI::App const& command, sample_options& options) {
    options.prior_by_target = command.get_option("--prior-scale")->count() == 0;
    options.intercept_by_target = command.get_option("--intercept-scale")->count() == 0;
}

/// Before CLI11 looks, whose words for it are about subcommands.
void refuse_unknown_command(CLI::App const& app, std::vector<std::string> const& arguments) {
    std::vector<std::string> names;
    for (CLI::App const* const command : app.get_subcommands({})) names.push_back(command->get_name());
    if (arguments.empty())
        throw invalid_argument(fmt::format("give a command: {}; firefly --help says what they do", list_in_quotes(names)));
    std::string const& said = arguments.front();
    if (said.starts_with("-") || std::ranges::find(names, said) != names.end()) return;
    auto const meant = nearest_name(said, names);
    throw invalid_argument(visible(fmt::format("there is no command {}; {}", in_quotes(said),
                                               meant ? fmt::format("did you mean {}?", *meant) : "firefly --help lists them")));
}

/// The subcommand that was given, with its options, after parsing.
command chosen(CLI::App const& app, all_options options) {
    auto const said = [&](char const* name) { return app.got_subcommand(name); };
    if (said("sample")) {
        auto const& sample = *app.get_subcommand("sample");
        refuse_options_of_other_models(sample, options.sample.model);
        take_formula(options.sample);
        check_priors(options.sample.prior_rules);
        if (options.sample.run.target_ess > 0 && sample.get_option("--draws")->count() == 0) options.sample.run.draws = 100'000;
        let_target_scale_prior(sample, options.sample);
        options.sample.arguments = as_arguments(sample);
        return options.sample;
    }
    if (said("resume")) {
        options.resume.arguments = as_arguments(*app.get_subcommand("resume"), sample_options::changeable);
        return options.resume;
    }
    if (said("map")) {
        refuse_options_of_other_models(*app.get_subcommand("map"), options.map.model.model);
        take_formula(options.map.model);
        check_priors(options.map.model.prior_rules);
        let_target_scale_prior(*app.get_subcommand("map"), options.map.model);
        return options.map;
    }
    if (said("summary")) return options.summary;
    if (said("diagnose")) return options.diagnose;
    if (said("report")) return options.report;
    if (said("predict")) return options.predict;
    if (said("loo")) {
        options.loo.model.weighted = true;
        return options.loo;
    }
    if (said("convert")) {
        constexpr std::array of_stores{"--formula", "--target", "--features", "--one-hot", "--float32", "--model"};
        options.convert.input.arguments = as_arguments(*app.get_subcommand("convert"), of_stores);
        return options.convert;
    }
    return demo_options{};
}

}  // namespace

std::optional<command> read_command_line(std::vector<std::string> arguments, std::size_t threads) {
    CLI::App app{"firefly: exact Bayesian inference for tall data", "firefly"};
    all_options options;
    options.sample.run.threads = options.map.model.run.threads = threads;
    add_commands(app, options);
    refuse_unknown_command(app, arguments);
    try {
        if (arguments.front() == "sample")
            if (std::string const file = config_file(arguments); !file.empty()) {
                auto const from_file = read_config(file, *app.get_subcommand("sample"), arguments);
                arguments.insert(arguments.begin() + 1, from_file.begin(), from_file.end());
            }
        parse(app, arguments);
    } catch (CLI::Success const& answer) {
        std::ostringstream text;
        app.exit(answer, text, text);
        say(text.str());
        return std::nullopt;
    } catch (CLI::RequiredError const& failure) {
        auto const others = app.remaining(true);  // such as a file without its option
        std::string const before = others.empty() || others.front().starts_with("-") ? "" : " before " + in_quotes(others.front());
        throw invalid_argument(visible(failure.what() + before));
    } catch (CLI::Error const& failure) { throw invalid_argument(visible(failure.what())); }  // which repeats what was given
    return chosen(app, options);
}

}  // namespace firefly::program
