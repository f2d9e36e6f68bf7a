/// How options are declared, seen through what they read.
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "support/captured.hpp"

#include "read_arguments.hpp"

using namespace firefly::program;

namespace {

/// The names that a help explains: options, with their dashes, what is given without one, and subcommands.
strings names_in_help(strings const& arguments) {
    captured const output(stdout);
    read_command_line(arguments, 1);
    std::istringstream lines(output.text());
    strings names;
    for (std::string line; std::getline(lines, line) && !line.starts_with("Example");) {
        if (!line.starts_with("  ") || line.starts_with("   ")) continue;
        std::istringstream words(line.substr(2, line.find(' ', 2) - 2));
        for (std::string name; std::getline(words, name, ',');) names.push_back(name);
    }
    return names;
}

std::string without_case_and_dashes(std::string name) {
    std::erase(name, '-');
    for (char& letter : name) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return name;
}

}  // namespace

// Later versions of CLI11 refuse every command line if there are two such names, as in `predict draws... --draws COUNT`.
TEST_CASE("no two names of a subcommand are equal but for case and dashes") {
    strings commands = names_in_help({"--help"});
    std::erase_if(commands, [](std::string const& name) { return name.starts_with("-"); });
    CHECK(commands.size() == 10);
    for (std::string const& command : commands) {
        CAPTURE(command);
        strings names = names_in_help({command, "--help"});
        CHECK(std::ranges::find(names, "--help") != names.end());
        CHECK((names.size() > 2) == (command != "demo"));
        std::ranges::transform(names, names.begin(), without_case_and_dashes);
        std::ranges::sort(names);
        auto const twice = std::ranges::adjacent_find(names);
        CHECK_MESSAGE(twice == names.end(), (twice == names.end() ? "" : *twice));
    }
}

TEST_CASE("words become values once, on the command line") {
    auto const options =
        read_sample({"--model",       "robust", "--format",      "npy", "--missing",         "drop", "--prior",    "laplace",
                     "--prior-scale", "auto",   "--noise-scale", "0.5", "--intercept-scale", "10",   "--max-time", "10m",
                     "--features",    "a,b",    "--one-hot",     "c",   "--threads",         "7"});
    CHECK(options.model == model_kind::robust);
    CHECK(options.format == firefly::data_format::npy);
    CHECK(options.missing == firefly::missing_cells::drop);
    CHECK(options.prior == prior_kind::laplace);
    CHECK(options.prior_scale == std::nullopt);
    CHECK(options.noise_scale == 0.5);
    CHECK(options.intercept_scale == 10.0);
    CHECK(options.run.max_seconds == 600);
    CHECK(options.features == strings{"a", "b"});
    CHECK(options.one_hot == strings{"c"});
    CHECK(options.run.threads == 7);
    auto const sampled = read_sample({"--model", "gaussian", "--noise-scale", "auto", "--noise-prior-scale", "3"});
    CHECK(sampled.noise_scale == std::nullopt);
    CHECK(sampled.noise_prior_scale == 3.0);
    CHECK(sampled.samples_noise());
    CHECK(sampled.prior_by_target);
    CHECK(sampled.intercept_by_target);
    CHECK_FALSE(options.samples_noise());
    CHECK_FALSE(options.prior_by_target);
    CHECK_FALSE(options.intercept_by_target);
    CHECK_FALSE(read_sample({}).samples_noise());
    CHECK(read_sample({"--model", "negative-binomial", "--size", "2.5"}).size == 2.5);
    CHECK(read_sample({"--model", "negative-binomial", "--size", "auto"}).size == std::nullopt);
    CHECK(read_sample({"--model", "negative-binomial", "--size", "auto"}).on_grid() == "");
    CHECK(read_sample({"--model", "negative-binomial", "--size", "sample"}).on_grid() == "size");
    CHECK(read_sample({"--model", "negative-binomial", "--size", "sample", "--size", "2"}).on_grid() == "");
    CHECK(read_sample({"--model", "robust", "--nu", "sample"}).on_grid() == "nu");
    CHECK(read_sample({"--model", "robust", "--nu", "sample", "--nu", "7"}).nu == 7);
    CHECK(!read_sample({"--model", "robust", "--nu", "sample", "--nu", "7"}).samples_nu);
    CHECK(read_sample({"--model", "gamma", "--shape", "3"}).shape == 3.0);
    CHECK(read_sample({"--model", "huber"}).threshold == 1.345);
    CHECK(read_sample({"--model", "huber", "--threshold", "2"}).threshold == 2);
}

TEST_CASE("counts are read exactly, whatever they begin with and however large they are") {
    CHECK(read_sample({"--draws", "010"}).run.draws == 10);
    CHECK(read_sample({"--threads", "08"}).run.threads == 8);
    CHECK(read_sample({"--seed", "18446744073709551615"}).run.seed == 18'446'744'073'709'551'615u);
    CHECK(read_sample({"--seed", "1000000000000000000"}).run.seed == 1'000'000'000'000'000'000);
    CHECK(read_sample({"--seed", "0"}).run.seed == 0);
    CHECK(refusal_of({"--seed", "18446744073709551616"}) ==
          "--seed: must be a whole number from 0 to 18446744073709551615, got 18446744073709551616");
    auto const predict = [](strings const& more) {
        strings arguments{"predict", "draws.nc", "--data", "new.csv"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return read<predict_options>(arguments);
    };
    CHECK(predict({"--draws", "017"}).most_draws == 17);
    CHECK(complaint<firefly::invalid_argument>([&] { predict({"--draws", "0"}); }) ==
          "--draws: must be a whole number from 1 to 1000000000000000, got 0");
    CHECK(complaint<firefly::invalid_argument>([&] { predict({"--interval", "nan"}); }) ==
          "--interval: must be a number from 0 to 1, got nan");
}

TEST_CASE("a value that cannot be used is refused with the option and what it may be") {
    CHECK(refusal_of({"--prior-scale", "wide"}) == "--prior-scale: must be auto or a positive number, got wide");
    CHECK(refusal_of({"--prior-scale", "-1"}) == "--prior-scale: must be auto or a positive number, got -1");
    CHECK(refusal_of({"--noise-scale", "0"}) == "--noise-scale: must be auto or a positive number, got 0");
    CHECK(refusal_of({"--intercept-scale", "auto"}) == "--intercept-scale: must be a positive number, got auto");
    CHECK(refusal_of({"--max-time", "10"}) == "--max-time: must be a time such as 90s, 10m or 2h, got 10");
    CHECK(refusal_of({"--target-ess", "0"}) == "--target-ess: must be a positive number, got 0");
    CHECK(refusal_of({"--draws", "0"}) == "--draws: must be a whole number from 1 to 1000000000000000, got 0");
    CHECK(refusal_of({"--chains", "-1"}) == "--chains: must be a whole number from 1 to 10000, got -1");
    CHECK(refusal_of({"--nu", "nan"}) == "--nu: must be sample or a positive number, got nan");
    CHECK(refusal_of({"--size", "0"}) == "--size: must be auto, sample or a positive number, got 0");
    CHECK(refusal_of({"--shape", "-2"}) == "--shape: must be auto or a positive number, got -2");
    CHECK(refusal_of({"--threshold", "auto"}) == "--threshold: must be a positive number, got auto");
    CHECK(refusal_of({"--region", "x"}) == "--region: must be auto, none or a positive number, got x");
    CHECK(refusal_of({"--region", "1e-50"}) == "--region: must lie between 0.001 and 1000000, got 1e-50");
    CHECK(refusal_of({"--candidates", "1e7"}) == "--candidates: must lie between 0.001 and 1000000, got 1e7");
    CHECK(
        refusal_of({"--model", "normal"}) ==
        "--model: normal not in {logistic,softmax,ordinal,robust,probit,binomial,cloglog,poisson,negative-binomial,gamma,gaussian,log-cosh,huber}");
    CHECK(refusal_of({"--format", "xls"}) == "--format: xls not in {auto,csv,npy,idx,libsvm}");
    CHECK(refusal_of({"--missing", "keep"}) == "--missing: keep not in {error,drop}");
    CHECK(refusal_of({"--prior", "flat"}) ==
          "--prior: must be default, gaussian, laplace or a rule such as \"x ~ normal(0, 1)\", got flat");
    CHECK(refusal_of({"--nonsense"}).find("--nonsense") != std::string::npos);
    CHECK_THROWS_AS(read_command_line({"sample"}, 1), firefly::invalid_argument);
    CHECK_THROWS_AS(read_command_line({"walk"}, 1), firefly::invalid_argument);
    CHECK_THROWS_AS(read_command_line({}, 1), firefly::invalid_argument);
}
