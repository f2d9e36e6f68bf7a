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

TEST_CASE("every model predicts its mean, and scores by its whole density") {
    struct expectation {
        fact_list facts;
        std::string target;
        double mean;
        double log_score;
    };
    // Two draws, with predictors 0 and 1. Densities by hand, each with its normalising constant.
    double const e = std::exp(1.0), pi = std::acos(-1.0);
    auto const mean_log = [](double a, double b) { return std::log((a + b) / 2); };
    auto const phi = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
    auto const gamma = [](double y, double mu) {  // shape 2: 4 y e^(−2y/μ) / μ²
        return 4 * y * std::exp(-2 * y / mu) / (mu * mu);
    };
    auto const binomial = [](double mu) {  // three of size 2: Γ(5)/(Γ(2) 3!) p²(1 − p)³, p = 2/(2 + μ)
        double const p = 2 / (2 + mu);
        return 4 * p * p * std::pow(1 - p, 3);
    };
    auto const normal = [&](double r) { return std::exp(-r * r / 2) / (0.5 * std::sqrt(2 * pi)); };
    auto const secant = [&](double r) { return 1 / (0.5 * pi * std::cosh(r)); };
    // Threshold 1: the density is that of a normal up to 1 and falls by e^(−|r|) beyond; its integral is √(2π)(2Φ(1) − 1) + 2e^(−½).
    double const whole = std::sqrt(2 * pi) * (2 * phi(1) - 1) + 2 * std::exp(-0.5);
    auto const huber = [&](double r) { return std::exp(std::abs(r) <= 1 ? -r * r / 2 : 0.5 - std::abs(r)) / (0.5 * whole); };
    std::vector<expectation> const expected{
        {{{"model", "probit"}, {"label_1", "no"}, {"label_2", "yes"}}, "yes", (0.5 + phi(1)) / 2, mean_log(0.5, phi(1))},
        {{{"model", "poisson"}}, "3", (1 + e) / 2, mean_log(std::exp(-1.0) / 6, std::exp(-e) * e * e * e / 6)},
        {{{"model", "negative-binomial"}, {"size", "2"}}, "3", (1 + e) / 2, mean_log(binomial(1), binomial(e))},
        {{{"model", "gamma"}, {"shape", "2"}}, "1.5", (1 + e) / 2, mean_log(gamma(1.5, 1), gamma(1.5, e))},
        {{{"model", "gaussian"}, {"noise_scale", "0.5"}}, "1.5", 0.5, mean_log(normal(3), normal(1))},
        {{{"model", "log-cosh"}, {"noise_scale", "0.5"}}, "1.5", 0.5, mean_log(secant(3), secant(1))},
        {{{"model", "huber"}, {"noise_scale", "0.5"}, {"threshold", "1"}}, "1.5", 0.5, mean_log(huber(3), huber(1))}};
    for (auto const& [facts, target, mean, log_score] : expected) {
        CAPTURE(facts.front().second);
        auto draws = with_predictors({0, 1});
        draws.facts = facts;
        draws.facts.emplace_back("target", "vote");
        auto const made = predict(draws, target, 1);
        REQUIRE(made.numbers.size() == 3);
        CHECK(made.numbers[0] == doctest::Approx(mean).epsilon(1e-12));
        CHECK(made.numbers[1] < mean);
        CHECK(made.numbers[2] > mean);
        std::ostringstream words;
        words.precision(6);
        words << "Log score: " << log_score << " per row";
        CAPTURE(made.words);
        CHECK(made.words.find(words.str()) != std::string::npos);
    }
}

TEST_CASE("the score of a target that every draw finds next to impossible is a number") {
    auto draws = with_predictors({0, 1});
    draws.facts = {{"model", "gaussian"}, {"target", "vote"}, {"noise_scale", "1"}};
    // −½·99² − ½ log 2π − log 2: the density itself would be zero
    CHECK(predict(draws, "100").words.find("Log score: -4902.11 per row") != std::string::npos);
}

TEST_CASE("a target that the model cannot have is refused where it is to be scored") {
    auto draws = with_predictors({0, 1});
    draws.facts = {{"model", "poisson"}, {"target", "vote"}};
    CHECK(complaint<invalid_argument>([&] { predict(draws, "1.5"); }).find("a target must be a count") != std::string::npos);
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
