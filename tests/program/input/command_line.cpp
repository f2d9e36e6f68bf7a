#include <doctest/doctest.h>

#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

import firefly;
import firefly.program.input;

using namespace firefly::program;
using strings = std::vector<std::string>;

namespace {

template <class Options>
Options read(strings arguments) {
    return std::get<Options>(read_command_line(std::move(arguments), 3).value());
}

/// `sample` with data and target, and what is given.
sample_options read_sample(strings const& more = {}) {
    strings arguments{"sample", "--data", "wells.csv", "--target", "switched"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return read<sample_options>(arguments);
}

std::string refusal_of(strings const& more) {
    return complaint<firefly::invalid_argument>([&] { read_sample(more); });
}

}  // namespace

TEST_CASE("what the command line does not say has its default") {
    auto const options = read_sample();
    CHECK(options.data == "wells.csv");
    CHECK(options.target == "switched");
    CHECK(options.model == model_kind::logistic);
    CHECK(options.prior == prior_kind::gaussian);
    CHECK(options.prior_scale == 2.5);
    CHECK(options.noise_scale == 1.0);
    CHECK(options.intercept_scale == std::nullopt);
    CHECK(options.format == std::nullopt);
    CHECK(options.missing == firefly::missing_cells::refuse);
    CHECK(options.run.threads == 3);
    CHECK(options.run.draws == 1000);
    CHECK(options.run.max_seconds == firefly::infinity);
    CHECK(options.how == firefly::choices{});
}

TEST_CASE("the options of the sampler are the choices of a plan") {
    using namespace firefly;
    auto const options = read_sample({"--algorithm", "firefly", "--anchor", "none", "--region", "none", "--kernel", "hmc",
                                      "--updater", "implicit", "--candidates", "2.5", "--start", "prior"});
    CHECK(options.how == choices{.algorithm = algorithm_kind::firefly,
                                 .anchor = firefly::none,
                                 .region = firefly::none,
                                 .kernel = kernel_kind::hamiltonian,
                                 .updater = updater_kind::implicit_form,
                                 .candidates = 2.5,
                                 .start = start_kind::prior});
    CHECK(read_sample({"--region", "7.25", "--kernel", "auto"}).how == choices{.region = 7.25});
    CHECK(refusal_of({"--kernel", "own"}).find("--kernel") != std::string::npos);
    CHECK(refusal_of({"--region", "-1"}).find("must be auto, none or a positive number, got -1") != std::string::npos);
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
    CHECK(read_sample({"--noise-scale", "auto"}).noise_scale == std::nullopt);
}

TEST_CASE("of an option that is given twice the last one counts") {
    CHECK(read_sample({"--prior-scale", "1", "--prior-scale", "3"}).prior_scale == 3.0);
    CHECK(read_sample({"--model", "softmax", "--model", "robust"}).model == model_kind::robust);
}

TEST_CASE("a value that cannot be used is refused with the option and what it may be") {
    CHECK(refusal_of({"--prior-scale", "wide"}) == "--prior-scale: must be auto or a positive number, got wide");
    CHECK(refusal_of({"--prior-scale", "-1"}) == "--prior-scale: must be auto or a positive number, got -1");
    CHECK(refusal_of({"--noise-scale", "0"}) == "--noise-scale: must be auto or a positive number, got 0");
    CHECK(refusal_of({"--intercept-scale", "auto"}) == "--intercept-scale: must be a positive number, got auto");
    CHECK(refusal_of({"--max-time", "10"}) == "--max-time: must be a time such as 90s, 10m or 2h, got 10");
    CHECK(refusal_of({"--target-ess", "0"}) == "--target-ess: must be a positive number, got 0");
    CHECK(refusal_of({"--draws", "0"}) == "--draws: must be a whole number above 0, got 0");
    CHECK(refusal_of({"--chains", "-1"}) == "--chains: must be a whole number, got -1");
    CHECK(refusal_of({"--region", "x"}) == "--region: must be auto, none or a positive number, got x");
    CHECK(refusal_of({"--region", "1e-50"}) == "--region: must lie between 0.001 and 1000000, got 1e-50");
    CHECK(refusal_of({"--candidates", "1e7"}) == "--candidates: must lie between 0.001 and 1000000, got 1e7");
    CHECK(refusal_of({"--model", "poisson"}) == "--model: poisson not in {logistic,softmax,robust}");
    CHECK(refusal_of({"--format", "xls"}) == "--format: xls not in {auto,csv,npy,idx,libsvm}");
    CHECK(refusal_of({"--missing", "keep"}) == "--missing: keep not in {error,drop}");
    CHECK(refusal_of({"--prior", "flat"}) == "--prior: flat not in {gaussian,laplace}");
    CHECK(refusal_of({"--nonsense"}).find("--nonsense") != std::string::npos);
    CHECK_THROWS_AS(read_command_line({"sample"}, 1), firefly::invalid_argument);
    CHECK_THROWS_AS(read_command_line({"walk"}, 1), firefly::invalid_argument);
    CHECK_THROWS_AS(read_command_line({}, 1), firefly::invalid_argument);
}

TEST_CASE("a target of effective draws raises the draws that are not said") {
    CHECK(read_sample({"--target-ess", "400"}).run.draws == 100'000);
    CHECK(read_sample({"--target-ess", "400", "--draws", "50"}).run.draws == 50);
}

TEST_CASE("the arguments of a run, read again, give the same run") {
    auto const options = read_sample({"--prior-scale", "auto", "--features", "a,b", "--quiet", "--draws=7"});
    strings again{"sample"};
    again.insert(again.end(), options.arguments.begin(), options.arguments.end());
    auto const same = read<sample_options>(again);
    CHECK(same.arguments == options.arguments);
    CHECK(same.prior_scale == std::nullopt);
    CHECK(same.features == strings{"a", "b"});
    CHECK(same.quiet);
    CHECK(same.run.draws == 7);
}

TEST_CASE("a file of options stands before what the command line says") {
    temporary_directory const directory;
    auto const file = directory.write("wells.toml", "draws = 50\nprior-scale = \"auto\"\nseed = 4\n").string();
    auto const options = read_sample({"--config", file, "--seed", "9"});
    CHECK(options.run.draws == 50);
    CHECK(options.run.seed == 9);
    CHECK(options.prior_scale == std::nullopt);
    auto const refusal = [&](std::string const& name) {
        return complaint<firefly::data_error>([&] { read_sample({"--config=" + name}); });
    };
    CHECK(refusal((directory / "none.toml").string()) ==
          "none.toml: cannot be read; --config takes a file with lines such as draws = 5000");
    CHECK(refusal(directory.write("odd.toml", "drawz = 50\n").string()) ==
          "odd.toml: there is no option drawz; firefly sample --help lists them");
}

TEST_CASE("resume passes on what is said anew, and nothing else") {
    auto const options = read<resume_options>({"resume", "run.checkpoint", "--draws", "20", "--quiet", "--max-time", "5s"});
    CHECK(options.checkpoint == "run.checkpoint");
    CHECK_FALSE(options.finish);
    CHECK(options.arguments.size() == 3);
    CHECK(options.arguments.front() == "--draws=20");
    CHECK(read<resume_options>({"resume", "x", "--finish"}).finish);
}

TEST_CASE("each subcommand has its own options") {
    auto const map = read<map_options>({"map", "--data", "wells.csv", "--prior", "laplace", "--output", "map.csv"});
    CHECK(map.model.data == "wells.csv");
    CHECK(map.model.prior == prior_kind::laplace);
    CHECK(map.model.run.threads == 3);
    CHECK(map.output == "map.csv");
    auto const summary = read<summary_options>({"summary", "a.csv", "b.csv", "--csv", "table.csv"});
    CHECK(summary.files == strings{"a.csv", "b.csv"});
    CHECK(summary.csv == "table.csv");
    CHECK(read<diagnose_options>({"diagnose", "a.csv"}).files == strings{"a.csv"});
    auto const report = read<report_options>({"report", "a.csv", "--output", "page.html"});
    CHECK(report.output == "page.html");
    auto const predict = read<predict_options>({"predict", "a.nc", "--data", "new.csv", "--interval", "0.5", "--draws", "10"});
    CHECK(predict.draws == strings{"a.nc"});
    CHECK(predict.interval == 0.5);
    CHECK(predict.most_draws == 10);
    auto const convert = read<convert_options>({"convert", "a.csv", "a.firefly", "--model", "robust", "--target", "y"});
    CHECK(convert.files == strings{"a.csv", "a.firefly"});
    CHECK(convert.input.model == model_kind::robust);
    CHECK(convert.input.arguments.size() == 2);
    CHECK(std::holds_alternative<demo_options>(read_command_line({"demo"}, 1).value()));
}

TEST_CASE("help and version are answered on standard output, and nothing is to be done") {
    captured const output(stdout);
    CHECK(read_command_line({"--version"}, 1) == std::nullopt);
    CHECK(read_command_line({"sample", "--help"}, 1) == std::nullopt);
    CHECK(output.text().starts_with("firefly "));
    CHECK(output.text().find("--prior-scale SCALE=2.5") != std::string::npos);
}
