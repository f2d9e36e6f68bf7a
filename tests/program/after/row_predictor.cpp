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
    std::string header;
};

/// Of one new row with age 1.
prediction predict(stored_draws draws, std::string const& target, double interval = 0.9, std::size_t probabilities = 0,
                   std::string const& income = "0") {
    temporary_directory const directory;
    draws.statistics.clear();
    write_stan_csv(directory / "draws.csv", draws);
    predict_options options{.draws = {(directory / "draws.csv").string()}, .interval = interval, .probabilities = probabilities};
    options.data = directory.write("new.csv", "age,income,vote\n1," + income + "," + target + "\n").string();
    options.output = (directory / "predictions.csv").string();
    captured const output(stdout);
    predict_rows(options);
    std::istringstream lines(read_bytes(options.output));
    std::string line;
    prediction result{{}, output.text(), {}};
    std::getline(lines, result.header);
    std::getline(lines, line);
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
        {{{"model", "cloglog"}, {"label_1", "no"}, {"label_2", "yes"}},
         "no",
         1 - (std::exp(-1.0) + std::exp(-e)) / 2,
         mean_log(std::exp(-1.0), std::exp(-e))},
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

TEST_CASE("the probability of an event that hardly ever happens keeps its digits") {
    auto draws = with_predictors({-50, -52});
    draws.facts = {{"model", "cloglog"}, {"label_1", "no"}, {"label_2", "yes"}, {"target", "vote"}};
    CHECK(predict(draws, "no", 1).numbers[0] == doctest::Approx((std::exp(-50) + std::exp(-52)) / 2).epsilon(1e-12).scale(0));
}

TEST_CASE("an ordinal model predicts the probability of each category, and scores by that of what happened") {
    auto draws = with_predictors({0, 1});
    draws.parameters.push_back(cutpoints(2));
    draws.parameters[1].chains = {{-1, 0.5, -0.5, 2}};
    draws.parameters[1].warm_up = {{}};
    draws.facts = {{"model", "ordinal"}, {"target", "vote"}, {"label_1", "low"}, {"label_2", "some"}, {"label_3", "top"}};
    auto const made = predict(draws, "some", 1);
    REQUIRE(made.numbers.size() == 9);
    std::vector<double> const low{sigma(-1), sigma(-1.5)}, some{sigma(0.5) - sigma(-1), sigma(1) - sigma(-1.5)};
    CHECK(made.numbers[0] == doctest::Approx((low[0] + low[1]) / 2).epsilon(1e-12));
    CHECK(made.numbers[3] == doctest::Approx((some[0] + some[1]) / 2).epsilon(1e-12));
    CHECK(made.numbers[4] == doctest::Approx(some[0]).epsilon(1e-12));
    CHECK(made.numbers[5] == doctest::Approx(some[1]).epsilon(1e-12));
    CHECK(made.numbers[0] + made.numbers[3] + made.numbers[6] == doctest::Approx(1).epsilon(1e-12));
    std::ostringstream words;
    words.precision(6);
    words << "Log score: " << std::log((some[0] + some[1]) / 2) << " per row (standard error 0), 1 rows. Right: 100.00 %.\n";
    CHECK(made.words.find(words.str()) != std::string::npos);
    CHECK(predict(draws, "top").words.find("Right: 0.00 %.") != std::string::npos);
}

TEST_CASE("where the scale of the noise was sampled each draw scores with its own") {
    auto draws = with_predictors({0, 1});
    draws.parameters.push_back({.name = "sigma", .chains = {{0.5, 2}}, .warm_up = {{}}});
    draws.facts = {{"model", "gaussian"}, {"target", "vote"}, {"noise_prior_scale", "1"}};
    auto const normal = [](double r, double sigma) {
        return std::exp(-r * r / (2 * sigma * sigma)) / (sigma * std::sqrt(2 * std::acos(-1.0)));
    };
    auto const made = predict(draws, "3", 1);
    CHECK(made.numbers[0] == doctest::Approx(0.5));
    std::ostringstream words;
    words.precision(6);
    words << "Log score: " << std::log((normal(3, 0.5) + normal(2, 2)) / 2) << " per row";
    CAPTURE(made.words);
    CHECK(made.words.find(words.str()) != std::string::npos);
}

TEST_CASE("where the size was sampled each draw has its own, in scores and in the probabilities of counts") {
    auto draws = with_predictors({0, 1});
    draws.parameters.push_back({.name = "size", .chains = {{1, 2}}, .warm_up = {{}}});
    draws.facts = {{"model", "negative-binomial"}, {"target", "vote"}, {"size_prior", "some"}};
    // Of size 1 and mean 1: 2^−(k+1). Of size 2 and mean e: (k + 1) p²(1 − p)ᵏ.
    double const p = 2 / (2 + std::exp(1.0));
    auto const probability = [p](double k) { return (std::pow(0.5, k + 1) + (k + 1) * p * p * std::pow(1 - p, k)) / 2; };
    auto const made = predict(draws, "3", 0.9, 2);
    REQUIRE(made.numbers.size() == 6);
    CHECK(made.numbers[3] == doctest::Approx(probability(0)).epsilon(1e-12));
    CHECK(made.numbers[4] == doctest::Approx(probability(1)).epsilon(1e-12));
    std::ostringstream words;
    words.precision(6);
    words << "Log score: " << std::log(probability(3)) << " per row";
    CAPTURE(made.words);
    CHECK(made.words.find(words.str()) != std::string::npos);
}

TEST_CASE("the probability of each count is the mean of those in all draws, and greater counts have what is left") {
    double const e = std::exp(1.0);
    auto const poisson = [](double mu, double k) { return std::exp(-mu) * std::pow(mu, k) / std::tgamma(k + 1); };
    auto const negative_binomial = [](double mu, double k) {  // of size 2
        double const p = 2 / (2 + mu);
        return (k + 1) * p * p * std::pow(1 - p, k);
    };
    auto const check = [&](fact_list facts, auto const& probability) {
        CAPTURE(facts.front().second);
        auto draws = with_predictors({0, 1});
        facts.emplace_back("target", "vote");
        draws.facts = facts;
        auto const made = predict(draws, "3", 0.9, 4);
        CHECK(made.header ==
              "mean,lower,upper,probability of 0,probability of 1,probability of 2,probability of 3,probability of 4 or more");
        REQUIRE(made.numbers.size() == 8);
        double left = 1;
        for (std::size_t k = 0; k < 4; ++k) {
            double const mean = (probability(1.0, static_cast<double>(k)) + probability(e, static_cast<double>(k))) / 2;
            CHECK(made.numbers[3 + k] == doctest::Approx(mean).epsilon(1e-12));
            left -= mean;
        }
        CHECK(made.numbers[7] == doctest::Approx(left).epsilon(1e-12));
    };
    check({{"model", "poisson"}}, poisson);
    check({{"model", "negative-binomial"}, {"size", "2"}}, negative_binomial);
}

TEST_CASE("successes have probabilities up to the row's trials, and none beyond") {
    auto draws = with_predictors({0, 1});
    // The row's income, which is the number of its trials, is no feature then.
    draws.facts = {{"model", "binomial"}, {"target", "vote"}, {"trials", "income"}};
    draws.parameters[0].labels[0].pop_back();
    draws.parameters[0].chains[0] = {0, 0, 0, 1};
    auto const probability = [](double p, std::size_t k) { return std::vector{(1 - p) * (1 - p), 2 * p * (1 - p), p * p}[k]; };
    auto const at = [&](std::size_t most) { return predict(draws, "1", 0.9, most, "2").numbers; };
    auto const more = at(5), fewer = at(2);
    REQUIRE(more.size() == 9);
    REQUIRE(fewer.size() == 6);
    for (std::size_t k = 0; k < 3; ++k)
        CHECK(more[3 + k] == doctest::Approx((probability(sigma(0), k) + probability(sigma(1), k)) / 2).epsilon(1e-12));
    for (std::size_t k = 6; k < 9; ++k) CHECK(more[k] == 0);
    CHECK(fewer[5] == doctest::Approx(more[5]).epsilon(1e-12));
}

TEST_CASE("means beyond all counts leave their probabilities at zero, and never below") {
    auto draws = with_predictors({800, 40});
    draws.facts = {{"model", "poisson"}, {"target", "vote"}};
    auto const huge = predict(draws, "3", 0.9, 2).numbers;
    REQUIRE(huge.size() == 6);
    CHECK(huge[3] == 0);
    CHECK(huge[5] == 1);
    draws = with_predictors({-3});
    draws.facts = {{"model", "poisson"}, {"target", "vote"}};
    CHECK(predict(draws, "3", 0.9, 40).numbers.back() >= 0);
}

TEST_CASE("probabilities of counts are refused where the target is none") {
    auto const refusal = [](fact_list const& facts) {
        auto draws = with_predictors({0, 1});
        draws.facts = facts;
        return complaint<invalid_argument>([&] { predict(draws, "1", 0.9, 3); });
    };
    CHECK(refusal({{"model", "gaussian"}, {"noise_scale", "1"}}) ==
          "--probabilities: the target is no count (gaussian); leave it out");
    CHECK(refusal({{"model", "logistic"}}) == "--probabilities: those of all classes are there already (logistic); leave it out");
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
