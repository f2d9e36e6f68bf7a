#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

#include "read_arguments.hpp"

using namespace firefly::program;

TEST_CASE("what the command line does not say has its default") {
    auto const options = read_sample();
    CHECK(options.data == "wells.csv");
    CHECK(options.target == "switched");
    CHECK(options.model == model_kind::logistic);
    CHECK(options.prior == prior_kind::gaussian);
    CHECK(options.prior_scale == 2.5);
    CHECK(options.noise_scale == std::nullopt);
    CHECK(options.intercept_scale == std::nullopt);
    CHECK(options.format == std::nullopt);
    CHECK(options.missing == firefly::missing_cells::refuse);
    CHECK(options.is_centred());
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

TEST_CASE("of an option that is given twice the last one counts") {
    CHECK(read_sample({"--prior-scale", "1", "--prior-scale", "3"}).prior_scale == 3.0);
    CHECK(read_sample({"--model", "softmax", "--model", "robust"}).model == model_kind::robust);
}

TEST_CASE("of words for the prior of all coefficients the last one counts, and rules for single terms add up") {
    CHECK(read_sample().prior_rules.empty());
    CHECK(read_sample({"--prior", "gaussian", "--prior", "laplace"}).prior == prior_kind::laplace);
    CHECK(read_sample({"--prior", "laplace", "--prior", "default"}).prior == prior_kind::gaussian);
    auto const options = read_sample(
        {"--prior", "bs(hour, df=6) ~ normal(0, s)", "--prior", "laplace", "--prior=s ~ half_cauchy(2)", "--draws", "7"});
    CHECK(options.prior == prior_kind::laplace);
    CHECK(options.prior_rules == strings{"bs(hour, df=6) ~ normal(0, s)", "s ~ half_cauchy(2)"});
    CHECK(options.run.draws == 7);
    auto const map = read<map_options>({"map", "--data", "wells.csv", "--prior", "x ~ flat()", "--prior", "z ~ flat()"});
    CHECK(map.model.prior_rules == strings{"x ~ flat()", "z ~ flat()"});
    CHECK(map.model.prior == prior_kind::gaussian);
}

TEST_CASE("a rule for a prior that cannot be understood is refused before data are read, and so is a second word behind one") {
    CHECK(refusal_of({"--prior", "x ~ normal(1, 2)"}) ==
          "--prior \"x ~ normal(1, 2)\": priors are centred at 0, not at \"1\"; write normal(0, 1)");
    CHECK(complaint<firefly::invalid_argument>([] {
              read<map_options>({"map", "--data", "wells.csv", "--prior", "x ~ cauchy(0, 1)"});
          }).starts_with("--prior \"x ~ cauchy(0, 1)\": there is no distribution \"cauchy\";"));
    CHECK(refusal_of({"--prior", "laplace", "gaussian"}).find("gaussian") != std::string::npos);
    CHECK(refusal_of({"--prior", "[x ~ flat()]"}).starts_with("--prior \"[x ~ flat()]\": no distribution stands behind ~;"));
}

TEST_CASE("an option that the model does not have is refused, with the models that have it") {
    CHECK(refusal_of({"--nu", "5"}) ==
          "--nu: is no option of --model logistic; leave it out, or use one of the models that have it: robust");
    CHECK(refusal_of({"--model", "poisson", "--size", "auto"}) ==
          "--size: is no option of --model poisson; leave it out, or use one of the models that have it: negative-binomial");
    CHECK(refusal_of({"--model", "gamma", "--noise-scale", "1"}) ==
          "--noise-scale: is no option of --model gamma; leave it out, or use one of the models that have it: robust, gaussian, "
          "log-cosh, huber");
    CHECK(
        refusal_of({"--model", "softmax", "--offset", "hours"}) ==
        "--offset: is no option of --model softmax: its K classes have K predictors, and one number per row cannot say which of them "
        "it belongs to; leave it out, or use one of the models that have it: logistic, ordinal, robust, probit, binomial, cloglog, "
        "poisson, negative-binomial, gamma, gaussian, log-cosh, huber");
    CHECK(refusal_of({"--model", "softmax", "--exposure", "hours"})
              .starts_with("--exposure: is no option of --model softmax: its K"));
    CHECK(read_sample({"--model", "softmax", "--weights", "often", "--merge"}).cases.weights == "often");
    CHECK(read_sample({"--model", "ordinal", "--weights", "often", "--offset", "hours"}).cases.offset == "hours");
    CHECK(refusal_of({"--model", "gaussian", "--threshold", "1"}).find("huber") != std::string::npos);
    CHECK(refusal_of({"--model", "gaussian", "--shape", "1"}).find("gamma") != std::string::npos);
    CHECK(complaint<firefly::invalid_argument>([] {
              read<map_options>({"map", "--data", "wells.csv", "--target", "switched", "--nu", "5"});
          }).starts_with("--nu: is no option of --model logistic;"));
    // Whatever the order, and wherever the model comes from: the last one counts.
    CHECK(read_sample({"--nu", "5", "--model", "logistic", "--model", "robust"}).nu == 5);
}

TEST_CASE("a target of effective draws raises the draws that are not said") {
    CHECK(read_sample({"--target-ess", "400"}).run.draws == 100'000);
    CHECK(read_sample({"--target-ess", "400", "--draws", "50"}).run.draws == 50);
}

TEST_CASE("the arguments of a run, read again, give the same run") {
    auto const options =
        read_sample({"--prior-scale", "auto", "--features", "a,b", "--quiet", "--draws=7", "--one-hot", "{}", "--seed=1",
                     "--seed=2", "--prior", "bs(a, df=6) ~ normal(0, s)", "--prior", "laplace", "--prior", "s ~ half_cauchy(2)"});
    strings again{"sample"};
    again.insert(again.end(), options.arguments.begin(), options.arguments.end());
    auto const same = read<sample_options>(again);
    CHECK(same.arguments == options.arguments);
    CHECK(same.prior_scale == std::nullopt);
    CHECK(same.features == strings{"a", "b"});
    CHECK(same.one_hot == strings{"{}"});  // which means something to CLI11 2.4
    CHECK(std::ranges::count(same.arguments, "--seed=1") == 0);
    CHECK(same.run.seed == 2);
    CHECK(same.prior == prior_kind::laplace);
    CHECK(same.prior_rules == options.prior_rules);
    CHECK(same.prior_rules.size() == 2);
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

TEST_CASE("rules for priors stand in a file of options, in quotes; one on the command line takes the place of all of them") {
    temporary_directory const directory;
    strings const rules{"bs(hour, df=6) ~ normal(0, s)", "s ~ half_cauchy(2)"};
    for (std::string const text :
         {"prior = [\"laplace\", \"bs(hour, df=6) ~ normal(0, s)\", 's ~ half_cauchy(2)']\n",
          "prior = \"bs(hour, df=6) ~ normal(0, s)\"\nseed = 4\nprior = 'laplace'\nprior = \"s ~ half_cauchy(2)\"\n"}) {
        auto const file = directory.write("priors.toml", text).string();
        CHECK(read_sample({"--config", file}).prior_rules == rules);
        CHECK(read_sample({"--config", file}).prior == prior_kind::laplace);
        auto const said = read_sample({"--config", file, "--prior", "x ~ flat()"});
        CHECK(said.prior_rules == strings{"x ~ flat()"});
        CHECK(said.prior == prior_kind::gaussian);
    }
}

TEST_CASE("help and version are answered on standard output, and nothing is to be done") {
    captured const output(stdout);
    CHECK(read_command_line({"--version"}, 1) == std::nullopt);
    CHECK(read_command_line({"sample", "--help"}, 1) == std::nullopt);
    CHECK(output.text().starts_with("firefly "));
    CHECK(output.text().find("--prior-scale SCALE=2.5") != std::string::npos);
}

TEST_CASE("what is refused is repeated in one line, whatever it contains") {
    for (std::string const refused : {"--draws=1\n0", "--drws=1\n0", "x\ny", "--prior-scale=1\x1b[31m"}) {
        std::string const said =
            complaint<firefly::invalid_argument>([&] { read_command_line({"sample", "--data=x.csv", "--target=y", refused}, 1); });
        CHECK(said != "no complaint");
        CHECK(said.find_first_of("\n\x1b") == std::string::npos);
    }
}

TEST_CASE("a command that is missing or misspelt is asked for by name, and so is the option of a file without one") {
    auto const refusal = [](std::vector<std::string> const& arguments) {
        return complaint<firefly::invalid_argument>([&] { read_command_line(arguments, 1); });
    };
    CHECK(refusal({}).starts_with("give a command: \"sample\", \"resume\", "));
    CHECK(refusal({"smaple"}) == "there is no command \"smaple\"; did you mean sample?");
    CHECK(refusal({"wells.csv"}) == "there is no command \"wells.csv\"; firefly --help lists them");
    CHECK(refusal({"sample", "wells.csv"}) == "--data is required before \"wells.csv\"");
    CHECK(refusal({"sample", "--target", "switched"}) == "--data is required");
    CHECK(refusal({"sample", "wells.csv", "--target", "switched"}) == "--data is required before \"wells.csv\"");
}
