/// What the commands after a run take from its files, on Stan CSV that libFuzzer makes up: findings, the report, and predictions of new rows
/// are made, or the file is refused in a line.
///
/// Stan CSV carries whatever facts a file has; netCDF carries the same ones.
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fuzzer.hpp"
#include "memory_file.hpp"
#include "support/made_draws.hpp"

import firefly;
import firefly.program.after;
import firefly.program.input;
import firefly.program.output;

namespace {

/// A file of one chain with these facts.
std::string file_of(firefly::stored_draws draws, firefly::fact_list const& facts) {
    draws.facts.insert(draws.facts.end(), facts.begin(), facts.end());
    return written([&](std::string const& path) { write_stan_csv(path, draws); });
}

firefly::stored_draws of_model(firefly::stored_variable coefficients, std::string const& model) {
    auto draws = made_draws(1, 8);
    coefficients.chains = {std::vector<double>(8 * coefficients.size(), 0.25)};
    draws.parameters = {std::move(coefficients)};
    draws.facts.front().second = model;
    return draws;
}

/// Of the two labels that made draws have.
firefly::stored_draws of_ordered() {
    auto draws = of_model(firefly::coefficients({"age"}), "ordinal");
    draws.parameters.push_back(firefly::cutpoints(1));
    draws.parameters.back().chains = {std::vector<double>(8, 0.5)};
    return draws;
}

/// With a scale of the noise that was sampled.
firefly::stored_draws of_noise() {
    auto draws = of_model(firefly::coefficients({"(intercept)", "age"}), "gaussian");
    draws.parameters.push_back({.name = "sigma", .chains = {std::vector<double>(8, 0.5)}});
    return draws;
}

}  // namespace

std::vector<std::string> seeds() {
    firefly::fact_list const categories{
        {"categories", "1"}, {"category_1", "k"}, {"category_1_level_1", "u"}, {"category_1_level_2", "v"}};
    return {file_of(of_ordered(), {}),
            file_of(of_noise(), {{"noise_prior_scale", "2"}}),
            file_of(made_draws(1, 8), {{"outside_region", "0.5"}, {"brightest", "3:0.9 17:0.25"}, {"plan", "Why."}}),
            file_of(made_draws(1, 12), {{"roc", "0 0 0.25 0.75 1 1"}, {"prior_scales", "2.5 1 0.5"}, {"centres", "0 1.5 -2"}}),
            file_of(made_draws(1, 12), {{"priors", "flat; student_t(4, 0, 2.5); laplace(0, 1)"}}),
            file_of(of_model(firefly::coefficients({"(intercept)", "age", "k=v"}), "logistic"), categories),
            file_of(of_model(firefly::coefficients({"(intercept)", "age"}, {"no", "yes", "maybe"}), "softmax"),
                    {{"separated", "yes"}, {"reference", "yes"}}),
            file_of(of_model(firefly::coefficients({"(intercept)", "age"}), "robust"), {{"nu", "4"}, {"noise_scale", "0.5"}}),
            file_of(of_model(firefly::coefficients({"(intercept)", "age"}), "negative-binomial"),
                    {{"size", "2"}, {"dispersion", "2.5"}, {"dispersion_error", "0.1"}, {"zeros", "9"}, {"expected_zeros", "3.5"}}),
            file_of(of_model(firefly::coefficients({"(intercept)", "age"}), "huber"),
                    {{"threshold", "1.345"}, {"noise_scale", "0.5"}})};
}

void try_input(std::string_view input) {
    static memory_file const file, rows;
    static std::string const data = rows.write("vote,age,income,k\nno,1,2,u\nyes,3,4,v\n");
    std::string const path = file.write(input);
    try {
        auto const draws = firefly::program::read_draws({path});
        auto const found = firefly::program::summarise_with_contrasts(draws);
        auto const findings = firefly::program::find_problems(draws, found);
        require(!firefly::program::in_words(findings).empty(), "some words");
        memory_file const page, predictions;
        firefly::program::write_report(page.path(), draws, found, findings);
        firefly::program::predict_rows(
            {.draws = {path}, .data = data, .format = firefly::data_format::csv, .output = predictions.path()});
    } catch (firefly::data_error const& refusal) { require_one_line(refusal.what(), "/proc/self/fd/"); }
}
