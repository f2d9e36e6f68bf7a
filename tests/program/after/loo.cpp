#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <filesystem>
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

/// A run with its rows, of which two say that a high age means yes.
struct scored {
    temporary_directory directory;
    loo_options options;

    explicit scored(stored_draws const& draws = made_draws(),
                    std::string const& rows = "age,income,vote\n0,0,yes\n1,0,no\n-1,1,no\n") {
        write_stan_csv(directory / "draws.csv", draws);
        for (auto const& path : chain_paths(directory / "draws.csv", draws.chains())) options.model.draws.push_back(path.string());
        options.model.data = directory.write("rows.csv", rows).string();
        options.model.weighted = true;
        options.csv = (directory / "scores.csv").string();
    }
    std::string run() const {
        captured const output(stdout);
        leave_one_out(options);
        return output.text();
    }
};

}  // namespace

TEST_CASE("a row that is as likely in all draws is scored as it is, left out or not") {
    std::vector<double> const logs(100, -1.5);
    std::vector<double> work;
    auto const scores = score_row(logs, 20, work);
    CHECK(scores.elpd == doctest::Approx(-1.5).epsilon(1e-14));
    CHECK(scores.lppd == doctest::Approx(-1.5).epsilon(1e-14));
    CHECK(scores.variance == doctest::Approx(0));
    CHECK(scores.shape == 0);
}

TEST_CASE("without a tail, a row left out has the harmonic mean of its likelihoods") {
    std::vector<double> const logs{-1, -2, -3, -1.5};  // too few to smooth
    std::vector<double> work;
    auto const scores = score_row(logs, 1, work);
    double reciprocal = 0, mean = 0;
    for (double const log : logs) {
        reciprocal += std::exp(-log) / 4;
        mean += std::exp(log) / 4;
    }
    CHECK(scores.elpd == doctest::Approx(-std::log(reciprocal)).epsilon(1e-14));
    CHECK(scores.lppd == doctest::Approx(std::log(mean)).epsilon(1e-14));
    CHECK(scores.variance == doctest::Approx(0.546875).epsilon(1e-14));
    CHECK(scores.shape == infinity);
}

TEST_CASE("sums over rows have the standard error of as many rows, and a weight counts as equal rows") {
    row_sum plain, weighted;
    for (double const value : {1e9 + 1, 1e9 + 2, 1e9 + 2, 1e9 + 5}) plain.add(value, 1);
    weighted.add(1e9 + 1, 1);
    weighted.add(1e9 + 2, 2);
    weighted.add(1e9 + 5, 1);
    CHECK(plain.sum() == doctest::Approx(4e9 + 10).epsilon(1e-15));
    CHECK(plain.error() == doctest::Approx(3).epsilon(1e-6));  // √(4 · 9/4)
    CHECK(weighted.sum() == doctest::Approx(plain.sum()).epsilon(1e-15));
    CHECK(weighted.error() == doctest::Approx(plain.error()).epsilon(1e-6));
}

TEST_CASE("one chain has an efficiency of one, and several have that of their effective draws") {
    CHECK(relative_efficiency(made_draws(1, 100)) == 1);
    double const of_four = relative_efficiency(made_draws());
    CHECK(of_four > 0.8);
    CHECK(of_four < 1.2);
    auto repeated = made_draws();  // every draw four times
    for (auto& chain : repeated.parameters[0].chains) {
        auto const once = chain;
        for (std::size_t s = 0; s < 500; ++s)
            for (std::size_t j = 0; j < 3; ++j) chain[s * 3 + j] = once[s / 4 * 3 + j];
    }
    CHECK(relative_efficiency(repeated) == doctest::Approx(0.25 * of_four).epsilon(0.2));
}

TEST_CASE("rows are scored one by one, in words and in a table") {
    scored const run;
    auto const words = run.run();
    CHECK(words.find("elpd_loo") != std::string::npos);
    CHECK(words.find("\n3 rows, 2000 draws of relative efficiency ") != std::string::npos);
    CHECK(words.find("Trust: yes. No row has a Pareto k above 0.70; the largest is ") != std::string::npos);
    auto const table = read_bytes(run.options.csv);
    CHECK(table.starts_with("row,weight,elpd_loo,p_loo,pareto_k,elpd_waic,p_waic\n1,1,-0.4"));  // log σ(0.5) = −0.474
    CHECK(table.find("\n3,1,") != std::string::npos);
}

TEST_CASE("every second draw is half as many") {
    scored run;
    run.options.model.thin = 2;
    CHECK(run.run().find("\n3 rows, 1000 draws of") != std::string::npos);
    run.options.model.thin = 300;  // of 500: two draws of each chain
    CHECK(run.run().find("\n3 rows, 8 draws of") != std::string::npos);
}

TEST_CASE("weights of the fit are read again, and rows of weight 0 are passed over") {
    auto draws = made_draws();
    draws.facts.emplace_back("weights", "times");
    scored const run(draws, "age,income,vote,times\n0,0,yes,2\n1,0,no,0\n-1,1,no,1.5\n");
    CHECK(run.run().find("\n2 rows, 2000 draws") != std::string::npos);
    CHECK(run.run().find(" With their weights the rows count 3.5.\n") != std::string::npos);
    auto const table = read_bytes(run.options.csv);
    CHECK(table.find("\n1,2,") != std::string::npos);
    CHECK(table.find("\n2,0,") == std::string::npos);
    CHECK(table.find("\n3,1.5,") != std::string::npos);
}

TEST_CASE("a row that some draws make impossible is refused, and nothing is written") {
    auto draws = made_draws();
    draws.parameters[0].chains[1][4] = 1e308;  // the slope of age in one draw
    scored const run(draws, "age,income,vote\n0,0,yes\n1e5,0,no\n");
    CHECK(
        complaint<data_error>([&] { run.run(); }) ==
        "rows.csv: row 2: the log likelihood is not finite in 1 of 2000 draws; look whether its cells are right, or leave it out");
    CHECK_FALSE(std::filesystem::exists(run.options.csv));
    CHECK_FALSE(std::filesystem::exists(run.options.csv + ".partial"));
}

TEST_CASE("rows without a target, and no rows, cannot be scored") {
    scored const without(made_draws(), "age,income\n0,0\n");
    CHECK(
        complaint<data_error>([&] { without.run(); }) ==
        "rows.csv: does not have the target, so that nothing can be scored; give the rows that were fitted, with their target (--target)");
    scored const single(made_draws(1, 1));
    CHECK(complaint<invalid_argument>([&] { single.run(); }) == "one draw says nothing about leaving rows out; give more of them");
}

TEST_CASE("rows that cannot be relied upon are counted, and the worst is named") {
    loo_result result{.draws = 10'000};
    result.add({.elpd = -1, .lppd = -0.9, .shape = 0.2, .variance = 0.1}, 1, 1);
    result.add({.elpd = -2, .lppd = -1.5, .shape = 0.9, .variance = 0.5}, 1, 2);
    result.add({.elpd = -2, .lppd = -1.5, .shape = 0.7001, .variance = 0.5}, 1, 3);
    CHECK(result.unreliable == 2);
    auto const words = result.in_words();
    CHECK(words.find("Trust: not for 2 of 3 rows, whose Pareto k is above 0.70:") != std::string::npos);
    CHECK(words.find("The largest is 0.90, of row 2.") != std::string::npos);
    CHECK(result.most() == 0.7);
    CHECK(loo_result{.draws = 100}.most() == 0.5);
}
