/// What `summary` and the report say of the model.
#include <doctest/doctest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "page.hpp"

import firefly.program.input;

using namespace firefly;
using namespace firefly::program;

namespace {

/// What the summary of a file with these facts prints before its table.
std::string head_of(fact_list const& facts) {
    temporary_directory const directory;
    auto draws = made_draws(1, 50);
    draws.facts = facts;
    write_stan_csv(directory / "draws.csv", draws);
    captured const output(stdout);
    summarise_files({.files = {(directory / "draws.csv").string()}, .csv = ""});
    std::string const text = output.text();
    auto const start = text.find('\n') + 1;
    return text.substr(start, text.find("\n\n") + 1 - start);
}

fact_list const logistic_facts{{"version", "0.1.0"},
                               {"command", "firefly sample --data=people.csv --target=vote"},
                               {"model", "logistic"},
                               {"kernel", "mala"},
                               {"rows", "1980"},
                               {"rows_dropped", "20"},
                               {"rows_dropped_because", "a cell is missing"},
                               {"target", "vote"},
                               {"data", "people.csv"},
                               {"prior", "gaussian"},
                               {"prior_scale", "2.5"},
                               {"modelled_class", "yes"},
                               {"label_1", "no"},
                               {"label_2", "yes"},
                               {"centred", "yes"},
                               {"centres", "0 44.5 25000.25"},
                               {"prior_scales", "2.5 2.5 2.5"}};

fact_list with(fact_list facts, fact_list const& more) {
    for (auto const& [key, value] : more) {
        std::erase_if(facts, [&](auto const& fact) { return fact.first == key; });
        facts.emplace_back(key, value);
    }
    return facts;
}

}  // namespace

TEST_CASE("a summary says which class is modelled, which rows were dropped, how columns were sampled, the prior, and the command") {
    CHECK(head_of(logistic_facts) ==
          "Model: logistic regression of vote: the log odds of \"yes\" against \"no\"\n"
          "Data: people.csv, 1980 rows; 20 more were dropped: a cell is missing\n"
          "Columns: centred; draws are on the scale of the data\n"
          "Prior: gaussian of scale 2.5 for each coefficient; the intercept is that at the columns' centres\n"
          "Made by: firefly 0.1.0\n"
          "Command: firefly sample --data=people.csv --target=vote\n");
}

TEST_CASE("the words follow the model") {
    auto const says = [](fact_list const& facts, std::string const& line) {
        auto const text = head_of(facts);
        CAPTURE(text);
        CHECK(text.find(line + "\n") != std::string::npos);
    };
    auto const robust =
        with(logistic_facts, {{"model", "robust"}, {"nu", "4"}, {"noise_scale", "1.5"}, {"likeliest_noise_scale", "1.5"}});
    says(robust, "Model: robust regression of vote: Student-t noise with 4 degrees of freedom and scale 1.5, the likeliest");
    says(with(robust, {{"noise_scale", "1"}}),
         "Model: robust regression of vote: Student-t noise with 4 degrees of freedom and scale 1");
    auto const sampled = with(logistic_facts, {{"model", "robust"}, {"nu", "4"}, {"noise_prior_scale", "3.25"}});
    says(sampled, "Model: robust regression of vote: Student-t noise with 4 degrees of freedom and scale sigma, which is sampled");
    auto const tails =
        with(logistic_facts, {{"model", "robust"}, {"nu_prior", "a prior of some kind"}, {"noise_prior_scale", "3.25"}});
    says(tails, "Student-t noise with nu, which are sampled, degrees of freedom and scale sigma, which is sampled");
    says(tails, "; a prior of some kind for nu; the intercept is that at the columns' centres");
    says(with(logistic_facts, {{"model", "negative-binomial"}, {"size_prior", "a prior"}}),
         "the variance is mean + mean²/size, and size is sampled");
    says(
        sampled,
        "Prior: gaussian of scale 2.5 for each coefficient; half-Cauchy of scale 3.25 for sigma; the intercept is that at the columns' "
        "centres");
    says(with(logistic_facts, {{"model", "softmax"}}), "Model: softmax regression of vote");
    auto const ordinal = with(logistic_facts, {{"model", "ordinal"}, {"label_3", "maybe"}});
    says(ordinal,
         "Model: ordinal regression of vote: the log odds of being no higher than a category are its cutpoint less the predictor; "
         "categories from low to high: \"no\", \"yes\", \"maybe\"");
    says(ordinal, "Prior: gaussian of scale 2.5 for each coefficient; flat for the cutpoints");
    says(with(logistic_facts, {{"model", "probit"}}),
         "Model: probit regression of vote: the normal quantile of the probability of \"yes\" against \"no\"");
    says(with(logistic_facts, {{"model", "cloglog"}}),
         "Model: cloglog regression of vote: the log of −log(1 − p), p being the probability of \"yes\" against \"no\"");
    says(with(logistic_facts, {{"model", "poisson"}}), "Model: poisson regression of vote: the log of the mean count");
    says(with(logistic_facts, {{"model", "negative-binomial"}, {"size", "2.5"}, {"likeliest_size", "2.5"}}),
         "Model: negative-binomial regression of vote: the log of the mean count; the variance is mean + mean²/size with size 2.5, "
         "the likeliest");
    says(with(logistic_facts, {{"model", "gamma"}, {"shape", "3"}}),
         "Model: gamma regression of vote: the log of the mean; the standard deviation is mean/√shape with shape 3");
    says(with(robust, {{"model", "gaussian"}}),
         "Model: gaussian regression of vote: normal noise with standard deviation 1.5, the likeliest");
    says(with(robust, {{"model", "log-cosh"}, {"noise_scale", "1"}}),
         "Model: log-cosh regression of vote: hyperbolic secant noise with scale 1");
    says(
        with(robust, {{"model", "huber"}, {"threshold", "1.345"}}),
        "Model: huber regression of vote: Huber's noise, normal up to 1.345 scales and exponential beyond, with scale 1.5, the likeliest");
    says(with(logistic_facts, {{"model", "gamma"}}), "Model: gamma regression of vote");
    says(with(logistic_facts, {{"rows_dropped", "0"}}), "Data: people.csv, 1980 rows");
    auto const standard = with(logistic_facts, {{"standardized", "yes"}, {"intercept_scale", "10"}});
    says(standard, "Columns: centred and divided by their standard deviations; draws are on the scale of the data");
    says(standard,
         "Prior: gaussian of scale 2.5 for each coefficient of the divided columns, 10 for the intercept; the intercept is that at "
         "the columns' centres");
    auto plain = logistic_facts;
    std::erase_if(plain, [](auto const& fact) { return fact.first == "centred"; });
    says(plain, "Columns: as they are in the data");
    says(plain, "Prior: gaussian of scale 2.5 for each coefficient");
    says(with(plain, {{"standardized", "yes"}}),
         "Columns: divided by their standard deviations; draws are on the scale of the data");
}

TEST_CASE("of draws that do not say what they are of nothing is said, and of an older firefly's what it wrote") {
    CHECK(head_of({}) == "");
    CHECK(head_of({{"model", "bernoulli_model"}}) == "");
    CHECK(head_of({{"model", "logistic"}, {"kernel", "mala"}, {"prior", "laplace"}, {"prior_scale", "1"}}) ==
          "Model: logistic regression\nPrior: laplace of scale 1 for each coefficient\n");
}

TEST_CASE("a report has a section about it, with the prior and the scale of each column") {
    auto draws = made_draws();
    draws.facts =
        with(draws.facts,
             with(logistic_facts, {{"standardized", "yes"}, {"deviations", "1 12.5 10000"}, {"prior_scales", "2.5 0.2 0.00025"}}));
    auto const page = page_of(draws);
    CHECK(page.find(">What defines the model</h2>") != std::string::npos);
    CHECK(page.find("<dt>Model</dt><dd>logistic regression of vote: the log odds of &quot;yes&quot; against &quot;no&quot;</dd>") !=
          std::string::npos);
    CHECK(page.find("<dt>Command</dt><dd>firefly sample <span class=\"whole\">--data</span>=people.csv <span "
                    "class=\"whole\">--target</span>=vote</dd>") != std::string::npos);
    CHECK(page.find("<dd>people.csv, 1,980 rows; 20 more were dropped: ") != std::string::npos);
    CHECK(page.find("<tr><th scope=\"row\">age</th><td>gaussian(0, 0.2)</td><td>44.5</td><td>12.5</td></tr>") != std::string::npos);
    CHECK(page.find("<tr><th scope=\"row\">income</th><td>gaussian(0, 0.00025)</td><td>25,000.25</td><td>10,000</td></tr>") !=
          std::string::npos);
    // Six digits are enough for people.
    draws.facts = with(draws.facts, {{"prior_scales", "2.5 0.12345678901234567 1"}});
    CHECK(page_of(draws).find("<td>gaussian(0, 0.123457)</td>") != std::string::npos);
    auto const listed =
        with(draws.facts, {{"priors", "flat; student_t(4, 0, 1.23456789012); gaussian(0, 1e-05)"},
                           {"learned_scale_1", "sd_county"},
                           {"learned_scale_1_coefficients", "30"},
                           {"learned_scale_1_prior", "half-Cauchy of scale 0.30000000000000004 in units of sigma"}});
    auto others = draws;
    others.facts = listed;
    CHECK(page_of(others).find("<td>student_t(4, 0, 1.23457)</td>") != std::string::npos);
    CHECK(page_of(others).find("<td>gaussian(0, 1e-05)</td>") != std::string::npos);
    CHECK(page_of(others).find("itself half-Cauchy of scale 0.3 in units of sigma") != std::string::npos);
    draws.facts = with(draws.facts, {{"prior_scales", "2.5 0.2 0.00025"}});
    // Lists that are damaged or of other columns are passed over.
    draws.facts = with(draws.facts, {{"deviations", "1 x 3"}});
    CHECK(page_of(draws).find("<td>gaussian(0, 0.2)</td><td>44.5</td><td>–</td>") != std::string::npos);
    draws.facts = with(draws.facts, {{"prior_scales", "1 2"}});
    CHECK(page_of(draws).find("gaussian(0,") == std::string::npos);
}
