/// Each check, seen through `find_problems`.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "diagnosis.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

void set_fact(stored_draws& draws, std::string const& key, std::string const& value) {
    std::erase_if(draws.facts, [&](auto const& fact) { return fact.first == key; });
    draws.facts.emplace_back(key, value);
}

/// Changes one element of every draw of a chain.
template <class Change>
void change_chain(stored_draws& draws, std::size_t chain, std::size_t element, Change const& change) {
    auto& values = draws.parameters[0].chains[chain];
    for (std::size_t i = element; i < values.size(); i += draws.parameters[0].size()) values[i] = change(values[i], i / 3);
}

}  // namespace

TEST_CASE("draws that are not finite are named first") {
    auto draws = made_draws();
    draws.parameters[0].chains[1][4] = std::numeric_limits<double>::quiet_NaN();
    CHECK(
        diagnosis(draws).starts_with("Warning: Some draws of age are not finite numbers. Look for extreme values in the data; "
                                     "nothing below counts for these parameters.\n"));
}

TEST_CASE("a chain that never moved, or hardly ever, is told") {
    auto draws = made_draws();
    auto& chain = draws.parameters[0].chains[2];
    for (std::size_t i = 3; i < chain.size(); ++i) chain[i] = chain[i - 3];
    says(
        draws,
        "Warning: Chain 3 never moved: 500 draws, all the same. Use --kernel auto, or give the kernel a longer --warmup to find its step.");
    for (std::size_t i = 900; i < chain.size(); ++i) chain[i] += 0.2;
    says(draws, "Warning: Chain 3 stood still in more than 98 % of its draws.");
    auto others = of_others();
    others.parameters[0].chains[2] = chain;
    says(others, "Lengthen warm-up, or choose a sampler with smaller steps.");
}

TEST_CASE("a chain that sticks for a while is told, and one that rejects many moves is not") {
    auto const stay = [](stored_draws& draws, std::size_t chain, std::size_t first, std::size_t length) {
        auto& values = draws.parameters[0].chains[chain];
        for (std::size_t i = 3 * first; i < 3 * (first + length); ++i) values[i] = values[i - 3];
    };
    auto draws = made_draws();
    stay(draws, 1, 200, 49);  // just below a tenth of the 499 steps
    CHECK(diagnosis(draws).find("stuck") == std::string::npos);
    stay(draws, 1, 249, 1);
    says(draws, "Warning: Chain 2 got stuck: more than a tenth of its draws, in a row, are the same. Use --kernel auto");
    // Twenty draws, half of them rejected: three in a row are nothing, though more than a tenth.
    draws = made_draws(4, 20);
    for (std::size_t c = 0; c < 4; ++c)
        for (std::size_t const first : {2u, 6u, 12u}) stay(draws, c, first, 3);
    CHECK(diagnosis(draws).find("stuck") == std::string::npos);
}

TEST_CASE("chains that do not agree are told with the one that lies apart") {
    auto draws = made_draws();
    change_chain(draws, 3, 1, [](double x, std::size_t) { return x + 1; });
    says(
        draws,
        "(age): the chains do not agree yet. Chain 4 lies apart from the others. Ask for more --draws and --warmup. Do not use these draws.");
    draws.facts.clear();
    says(draws, "Run longer, with a longer warm-up. Do not use these draws.");
}

TEST_CASE("chains that disagree on a contrast are told where every weight seems to agree") {
    auto draws = made_classes();
    // What all classes share, of which the data say nothing, hides a shift between two of them.
    for (std::size_t c = 0; c < 4; ++c) {
        made_normals normal(c + 11);
        auto& chain = draws.parameters[0].chains[c];
        for (std::size_t i = 0; i < chain.size(); i += 6) {
            double const shared = 10 * normal();
            for (std::size_t k = 0; k < 3; ++k) chain[i + 2 * k + 1] += shared;
            if (c == 3) chain[i + 5] += 0.5;
        }
    }
    says(draws, "(virginica vs setosa:petal): the chains do not agree yet.");
}

TEST_CASE("too few draws for R-hat are told, and a constant parameter is not held against it") {
    says(made_draws(4, 3), "R-hat cannot be computed for");
    auto draws = made_draws();
    for (std::size_t c = 0; c < 4; ++c) change_chain(draws, c, 2, [](double, std::size_t) { return 1.0; });
    CHECK(diagnosis(draws).find("R-hat") == std::string::npos);
}

TEST_CASE("few effective draws are told with what they spoil") {
    auto draws = made_draws();
    // Each value ten times over: a tenth of the effective draws.
    for (std::size_t c = 0; c < 4; ++c) {
        double last = 0;
        change_chain(draws, c, 2, [&](double x, std::size_t i) { return last = i % 10 == 0 ? x : last; });
    }
    says(
        draws,
        "effective draws (bulk) for income, where 400 are wanted: means are rough, and R-hat cannot be trusted. Ask for more --draws (with --thin to keep files small).");
    says(draws, "effective draws (tail) for income, where 400 are wanted: the 5 % and 95 % quantiles are rough.");
}

TEST_CASE("divergences are counted, with the remedy of the program that made them") {
    auto draws = made_draws();
    stored_variable diverged{.name = "divergent__"};
    diverged.chains.assign(4, std::vector<double>(500, 0.0));
    diverged.chains[1][7] = diverged.chains[3][9] = 1;
    draws.statistics.push_back(diverged);
    says(
        draws,
        "Warning: 2 draws (0.1 %) diverged: the kernel lost its way there, and regions of strong curvature may be missed. Use --kernel auto");
    auto others = of_others();
    others.statistics = {diverged};
    says(others, "Raise adapt_delta, or write the model with other parameters.");
}

TEST_CASE("trees that were cut short and energies that hardly move are told of other programs' runs") {
    auto draws = of_others();
    draws.facts = {{"max_depth", "10"}};
    stored_variable depth{.name = "treedepth__"}, energy{.name = "energy__"};
    depth.chains.assign(4, std::vector<double>(500, 4.0));
    depth.chains[0][3] = 10;
    made_normals normal(9);
    for (std::size_t c = 0; c < 4; ++c) {
        auto& chain = energy.chains.emplace_back();
        double level = 0;
        for (std::size_t i = 0; i < 500; ++i) chain.push_back(c == 2 ? level += 0.05 * normal() : normal());
    }
    draws.statistics = {depth, energy};
    says(draws,
         "Warning: 1 draw reached the largest tree depth, 10, and stopped there. Raise max_depth, or scale the parameters alike.");
    says(draws, "Warning: E-BFMI is below 0.3 in chain 3: the energy hardly moves between draws.");
}

TEST_CASE("bright data are held against the forecast, both ways") {
    auto draws = made_draws();
    set_fact(draws, "expected_bright", "0.5");
    says(draws,
         "Warning: 3 data were bright on average where 0.5 were forecast: the posterior lies away from where the bounds touch");
    set_fact(draws, "expected_bright", "30");
    says(
        draws,
        "Warning: 3 data were bright on average where 30 were forecast: dark data may not have had time to light up. Ask for a longer --warmup; use --updater auto.");
}

TEST_CASE("draws outside the region are told, as the mean of all chains") {
    auto draws = made_draws();
    set_fact(draws, "region_radius", "7.5");
    set_fact(draws, "outside_region", "0.02 | 0.04 | 0.02 | 0");
    says(draws,
         "Warning: 2 % of the draws lie outside the region within which the bound is sharp (7.5 posterior standard deviations)");
    set_fact(draws, "outside_region", "0 | 0 | 0 | x");
    CHECK(diagnosis(draws).starts_with("No problems"));
}

TEST_CASE("a fixed scale of the noise is held against that of the residuals, both ways") {
    auto draws = made_draws();
    for (auto const& [key, value] : {std::pair{"model", "robust"}, {"nu", "4"}, {"noise_scale", "1"}}) set_fact(draws, key, value);
    set_fact(draws, "likeliest_noise_scale", "3.25");
    says(draws,
         "Warning: The scale of the noise is fixed at 1, and that of the residuals is 3.25: the posterior is too narrow. "
         "Leave --noise-scale out: it is sampled then.");
    set_fact(draws, "likeliest_noise_scale", "0.25");
    says(draws, "that of the residuals is 0.25: the posterior is too wide.");
    set_fact(draws, "likeliest_noise_scale", "0");
    says(draws, "that of the residuals is 0: the posterior is too wide.");
    for (char const* const near : {"0.7", "1", "1.45"}) {
        set_fact(draws, "likeliest_noise_scale", near);
        CHECK(diagnosis(draws).starts_with("No problems"));
    }
    // 9 rows and 3 coefficients: the scale of the residuals has a relative standard error of √(7/8/6) = 0.38.
    set_fact(draws, "likeliest_noise_scale", "3");
    set_fact(draws, "rows", "9");
    CHECK(diagnosis(draws).starts_with("No problems"));
    set_fact(draws, "likeliest_noise_scale", "3.3");
    says(draws, "the posterior is too narrow");
}

TEST_CASE("a fixed scale of noise with light tails is held against that of the residuals, too") {
    auto draws = made_draws();
    for (auto const& [key, value] : {std::pair{"model", "gaussian"}, {"noise_scale", "1"}, {"likeliest_noise_scale", "3.25"}})
        set_fact(draws, key, value);
    says(draws, "that of the residuals is 3.25: the posterior is too narrow.");
    // 9 rows and 3 coefficients: a relative standard error of no more than 1/√6 = 0.41
    set_fact(draws, "rows", "9");
    CHECK(diagnosis(draws).starts_with("No problems"));
}

TEST_CASE("counts that vary more than Poisson allows are told, with another model") {
    auto draws = made_draws();
    for (auto const& [key, value] : {std::pair{"model", "poisson"}, {"dispersion", "2.5"}, {"dispersion_error", "0.1"}})
        set_fact(draws, key, value);
    says(
        draws,
        "Warning: The counts vary 2.5 times as much as Poisson allows: the posterior is too narrow. Use --model negative-binomial.");
    set_fact(draws, "dispersion", "1.45");
    CHECK(diagnosis(draws).starts_with("No problems"));
    // Few rows: 2.5 may be chance.
    set_fact(draws, "dispersion", "2.5");
    set_fact(draws, "dispersion_error", "0.6");
    CHECK(diagnosis(draws).starts_with("No problems"));
}

TEST_CASE("zeros that the means of counts do not explain are told") {
    auto draws = made_draws();
    for (auto const& [key, value] :
         {std::pair{"model", "negative-binomial"}, {"zeros", "150"}, {"expected_zeros", "100.4"}, {"zeros_error", "9"}})
        set_fact(draws, key, value);
    says(draws,
         "Warning: 150 counts are zero where the model expects 100: some rows may have another reason to be zero. Look for a "
         "column that tells these rows apart, or leave them out.");
    set_fact(draws, "dispersion", "1.2");
    says(draws, "Try --model negative-binomial; or look for a column");
    set_fact(draws, "zeros_error", "20");  // within three standard deviations
    CHECK(diagnosis(draws).starts_with("No problems"));
    set_fact(draws, "zeros_error", "1");
    set_fact(draws, "zeros", "109");  // within a tenth
    CHECK(diagnosis(draws).starts_with("No problems"));
    set_fact(draws, "zeros", "20");  // fewer are not told
    CHECK(diagnosis(draws).starts_with("No problems"));
}

TEST_CASE("separated classes are told, by all columns together or by one") {
    auto draws = made_draws();
    set_fact(draws, "separating_columns", "age and income");
    says(
        draws,
        "Warning: The classes are separated by a single column (age and income): one class lies on one side of a value, and all others "
        "on the other side. The prior alone keeps coefficients finite");
    set_fact(draws, "separated", "yes");
    says(draws, "Warning: The classes are separated: at the maximum every row has its own class as the more probable one.");
    CHECK(diagnosis(draws).find("single column") == std::string::npos);
    set_fact(draws, "model", "robust");
    CHECK(diagnosis(draws).starts_with("No problems"));
}

TEST_CASE("successes and failures that are separated are told, and what gives them away") {
    auto draws = made_draws();
    set_fact(draws, "model", "binomial");
    set_fact(draws, "separating_columns", "age");
    says(
        draws,
        "Warning: Successes and failures are separated by a single column (age): the ones lie on one side of a value, and the others on "
        "the other side. The prior alone keeps coefficients finite: choose --prior-scale with care, or leave out the columns that give the "
        "outcome away.");
    set_fact(draws, "separated", "yes");
    says(draws, "Warning: Successes and failures are separated: every row has only the one or the other");
    CHECK(diagnosis(draws).find("single column") == std::string::npos);
}

TEST_CASE("columns that set rows apart whose counts are all zero are told") {
    for (char const* const model : {"poisson", "negative-binomial"}) {
        auto draws = made_draws();
        set_fact(draws, "model", model);
        CHECK(diagnosis(draws).starts_with("No problems"));
        set_fact(draws, "separating_columns", "region=south");
        says(
            draws,
            "Warning: All counts are zero in the rows that a single column sets apart (region=south): the likelihood has no maximum, since "
            "a smaller mean is always likelier. The prior alone keeps the coefficient finite: choose --prior-scale with care, join the "
            "category with another, or leave out the column or these rows.");
        set_fact(draws, "pulled", "region=south");  // which is why
        CHECK(diagnosis(draws).find("The prior moves") == std::string::npos);
        set_fact(draws, "separating_columns", "(intercept)");
        says(draws, "Warning: All counts are zero: the likelihood has no maximum, since a smaller mean is always likelier.");
    }
}

TEST_CASE("coefficients that the prior decides are told with what to do about scales") {
    auto draws = made_draws();
    set_fact(draws, "uninformed", "age");
    says(draws, "Warning: The data say hardly anything about age: the posterior is the prior there.");
    set_fact(draws, "pulled", "income and 3 more");
    says(draws, "Warning: The prior moves income and 3 more by more than a posterior standard deviation");
    set_fact(draws, "separated", "yes");  // which is why
    CHECK(diagnosis(draws).find("The prior moves") == std::string::npos);
}

TEST_CASE("columns of very different spread are noted") {
    auto draws = made_draws();
    set_fact(draws, "widest_column", "income");
    set_fact(draws, "narrowest_column", "age");
    set_fact(draws, "spread_ratio", "2.5e+04");
    says(draws, "Note: The column income varies 25000 times as much as age: no prior scale suits both. Use --standardize");
}

TEST_CASE("a row that dominates is named with its share") {
    auto draws = made_draws();
    set_fact(draws, "dominant_row", "17");
    set_fact(draws, "dominant_share", "0.93");
    says(draws,
         "Warning: Row 17 of the data dominates: in one direction it alone has 93 % of all that is known about the coefficients.");
}

TEST_CASE("columns that say nearly the same are noted by the inflation of their variance") {
    auto draws = made_draws();
    for (auto& chain : draws.parameters[0].chains)
        for (std::size_t i = 0; i < chain.size(); i += 3) chain[i + 2] = 1 - chain[i + 1] + 0.001 * chain[i + 2];
    says(draws, "Note: The columns age and income say nearly the same: their coefficients are");
    says(draws, "Predictions are sound. To read single coefficients, leave one of the columns out.");
    // Of columns that were not centred it cannot be said.
    std::erase_if(draws.facts, [](auto const& fact) { return fact.first == "centred"; });
    says(draws, "Note: The coefficients of age and income are");
    says(draws, "the columns say nearly the same, or lie far from zero. Sample again with columns centred, which is the default");
}
