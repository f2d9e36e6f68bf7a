#include <algorithm>
#include <cstddef>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

using namespace firefly;
using namespace firefly::testing;

namespace {

/// The reason that begins so.
std::string reason(std::vector<std::string> const& reasons, std::string const& beginning) {
    auto const found = std::ranges::find_if(reasons, [&](std::string const& r) { return r.starts_with(beginning); });
    return found == reasons.end() ? "" : *found;
}

}  // namespace

TEST_CASE("the sampler taken is the one whose effective draws cost the fewest passes, and a plan says what each costs") {
    std::map<std::string, kernel_kind> const names{{"bright Gibbs", kernel_kind::bright_gibbs},
                                                   {"independence Metropolis on all data", kernel_kind::independence},
                                                   {"elliptical slices on all data", kernel_kind::elliptical_slice}};
    std::regex const compared(
        "Sampler: (.*)\\. Passes over the data that an effective draw costs: bright Gibbs (.*), independence Metropolis (.*), "
        "elliptical slices (.*)\\.");
    std::size_t regular = 0;
    for (std::size_t const rows : {20, 60, 200, 600}) {
        plan const plan(synthetic_posterior(rows, 3, 144));
        std::string const said = reason(plan.reasons(), "Sampler: ");
        CAPTURE(said);
        std::smatch part;
        if (!std::regex_match(said, part, compared)) continue;  // firefly beats one pass, and nothing was compared
        std::map<kernel_kind, double> const cost{{kernel_kind::bright_gibbs, std::stod(part[2])},
                                                 {kernel_kind::independence, std::stod(part[3])},
                                                 {kernel_kind::elliptical_slice, std::stod(part[4])}};
        kernel_kind const taken = names.at(part[1]);
        CHECK(plan.chosen().kernel == choice(taken));
        for (auto const& [kernel, passes] : cost) CHECK(cost.at(taken) <= passes);
        CHECK(cost.at(kernel_kind::bright_gibbs) >= 1);
        regular += taken != kernel_kind::bright_gibbs;
    }
    CHECK(regular > 0);
}

TEST_CASE("where firefly costs less than one pass nothing else is tried, and the plan says how much less") {
    plan const plan(synthetic_posterior(20'000, 3, 145));
    std::smatch part;
    std::string const said = reason(plan.reasons(), "Sampler: ");
    CAPTURE(said);
    REQUIRE(std::regex_match(said, part,
                             std::regex("Sampler: bright Gibbs\\. An effective draw costs (.*) of one pass over the data\\.")));
    CHECK(std::stod(part[1]) < 1);
    CHECK(plan.chosen().algorithm == choice(algorithm_kind::firefly));
}

TEST_CASE("a plan says what its pilot counted") {
    plan const plan(synthetic_posterior(20'000, 3, 145));
    CHECK(std::regex_match(
        reason(plan.reasons(), "Pilot"),
        std::regex("Pilot: [0-9.e-]+ bright data, [0-9.e-]+ queries and [0-9.e-]+ effective draws per iteration\\.")));
}
