/// Which priors a report knows, and their densities as it draws them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "page.hpp"

using namespace firefly;
using namespace firefly::program;

namespace {

/// With one parameter `age` that is uniform from −1 to 1, or from 0 to 2.
stored_draws one_parameter(fact_list const& facts, std::string const& scale = "") {
    auto draws = made_draws(1, 400);
    auto& variable = draws.parameters[0];
    variable.labels[0] = {"age"};
    variable.chains[0].clear();
    for (std::size_t i = 0; i < 400; ++i) variable.chains[0].push_back(static_cast<double>(i * 137 % 400) / 200 - 1);
    if (!scale.empty()) {
        stored_variable own{.name = scale, .chains = variable.chains};
        for (double& x : own.chains[0]) x += 1;
        draws.parameters.push_back(own);
    }
    draws.facts.insert(draws.facts.end(), facts.begin(), facts.end());
    return draws;
}

/// y of the prior's line: at the left end and highest.
std::pair<double, double> heights(std::string const& page) {
    auto const at = page.find("class=\"line prior\" d=\"");
    REQUIRE(at != std::string::npos);
    std::string path = page.substr(at + 22, page.find('"', at + 22) - at - 22);
    double first = 0, highest = 0;
    for (auto start = path.find_first_of("ML"); start != std::string::npos; start = path.find_first_of("ML", start + 1)) {
        auto const blank = path.find(' ', start);
        double const up = 168 - std::stod(path.substr(blank + 1));
        if (start == 0) first = up;
        highest = std::max(highest, up);
    }
    return {first, highest};
}

bool has_prior(stored_draws const& draws) {
    return page_of(draws).find("class=\"line prior\"") != std::string::npos;
}

}  // namespace

TEST_CASE("Gaussian, Laplace and Student's t have their heights") {
    // A density at the left end, where three scales or the room end, relative to that at zero.
    auto const [normal_end, normal_top] = heights(page_of(one_parameter({{"priors", "gaussian(0, 1)"}})));
    auto const [laplace_end, laplace_top] = heights(page_of(one_parameter({{"priors", "laplace(0, 1)"}})));
    auto const [student_end, student_top] = heights(page_of(one_parameter({{"priors", "student_t(3, 0, 1)"}})));
    CHECK(normal_end / normal_top == doctest::Approx(std::exp(-4.5)).epsilon(0.01).scale(1));
    CHECK(laplace_end / laplace_top == doctest::Approx(std::exp(-3.0)).epsilon(0.01).scale(1));
    CHECK(student_end / student_top == doctest::Approx(1.0 / 16).epsilon(0.01).scale(1));  // (1 + 9/3)⁻²
    // Relative to the same posterior: 1/√(2π), 1/2 and 2/(π√3).
    CHECK(laplace_top / student_top == doctest::Approx(0.5 / 0.36755).epsilon(0.05));
}

TEST_CASE("scales have half-Cauchy priors") {
    CHECK(has_prior(one_parameter({{"noise_prior_scale", "2"}}, "sigma")));
    CHECK(has_prior(one_parameter({{"learned_scale_1", "s"}, {"learned_scale_1_prior", "half-Cauchy of scale 0.5"}}, "s")));
    auto const [end, top] = heights(page_of(one_parameter({{"noise_prior_scale", "1"}}, "sigma")));
    CHECK(end == doctest::Approx(top));  // highest at zero
}

TEST_CASE("what has no density of its own is left out") {
    for (char const* const prior :
         {"flat", "learned", "horseshoe", "gaussian(0)", "gaussian(0, x)", "gaussian(0, -1)", "gaussian(0, 1", "(", ""}) {
        CAPTURE(prior);
        CHECK_FALSE(has_prior(one_parameter({{"priors", prior}})));
    }
    CHECK_FALSE(has_prior(
        one_parameter({{"learned_scale_1", "s"}, {"learned_scale_1_prior", "half-Cauchy of scale 1 in units of sigma"}}, "s")));
    CHECK_FALSE(has_prior(one_parameter({{"noise_prior_scale", "1"}}, "nu")));
}
