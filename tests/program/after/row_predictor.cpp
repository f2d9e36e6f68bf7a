/// What is predicted of a row, seen through `firefly predict`.
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "support/captured.hpp"
#include "support/temporary_directory.hpp"

#include "support/made_draws.hpp"

import firefly.program.input;
import firefly.program.after;

using namespace firefly;
using namespace firefly::program;

namespace {

struct prediction {
    std::vector<double> numbers;  // of the first row
    std::string words;            // on standard output
};

/// Of one new row with age 1 and income 0.
prediction predict(stored_draws draws, std::string const& target, double interval = 0.9) {
    temporary_directory const directory;
    draws.statistics.clear();
    write_stan_csv(directory / "draws.csv", draws);
    predict_options options{.draws = {(directory / "draws.csv").string()}, .interval = interval};
    options.data = directory.write("new.csv", "age,income,vote\n1,0," + target + "\n").string();
    options.output = (directory / "predictions.csv").string();
    captured const output(stdout);
    predict_rows(options);
    std::istringstream lines(read_bytes(options.output));
    std::string line;
    std::getline(lines, line);
    std::getline(lines, line);
    prediction result{{}, output.text()};
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) result.numbers.push_back(std::stod(field));
    return result;
}

/// Draws whose predictor of that row is each of these numbers.
stored_draws with_predictors(std::vector<double> const& eta) {
    auto draws = made_draws(1, eta.size());
    draws.parameters[0].chains[0].clear();
    for (double const e : eta) draws.parameters[0].chains[0].insert(draws.parameters[0].chains[0].end(), {0.0, e, 0.0});
    return draws;
}

double sigma(double x) {
    return 1 / (1 + std::exp(-x));
}

}  // namespace

TEST_CASE("the mean is that of the probabilities and not the probability at the mean; the interval is theirs, too") {
    std::vector<double> const eta{-1, 0, 4};
    auto const made = predict(with_predictors(eta), "yes", 0.5);
    REQUIRE(made.numbers.size() == 3);
    double const mean = (sigma(-1) + sigma(0) + sigma(4)) / 3;
    CHECK(made.numbers[0] == doctest::Approx(mean).epsilon(1e-12));
    // Type 7, between the draws: a quarter and three quarters of the way
    CHECK(made.numbers[1] == doctest::Approx((sigma(-1) + sigma(0)) / 2).epsilon(1e-12));
    CHECK(made.numbers[2] == doctest::Approx((sigma(0) + sigma(4)) / 2).epsilon(1e-12));
    // The score is the log of the mean probability of what happened.
    std::ostringstream words;
    words.precision(6);
    words << "Log score: " << std::log(mean) << " per row (standard error 0), 1 rows. Right: 100.00 %.\n";
    CHECK(made.words.find(words.str()) != std::string::npos);
    CHECK(predict(with_predictors(eta), "no").words.find("Right: 0.00 %.") != std::string::npos);
}

TEST_CASE("robust regression predicts the line, and scores by the density of its noise") {
    auto draws = with_predictors({2, 2});
    draws.facts = {{"model", "robust"}, {"target", "vote"}, {"noise_scale", "0.5"}, {"nu", "4"}};
    auto const made = predict(draws, "3");
    REQUIRE(made.numbers.size() >= 3);
    CHECK(made.numbers[0] == doctest::Approx(2));
    CHECK(made.numbers[1] == doctest::Approx(2));
    // log of Γ(5/2)/(Γ(2) √(4π)) · (1 + 2²/4)^(−5/2) / 0.5: t with four degrees of freedom, two scales off
    CHECK(made.words.find("Log score: -2.02055 per row") != std::string::npos);
    CHECK(made.words.find("Right") == std::string::npos);
}
