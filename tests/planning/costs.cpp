#include <algorithm>
#include <cstddef>
#include <map>
#include <regex>
#include <string>
#include <utility>
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
        std::map<kernel_kind, double> const cost{
            {kernel_kind::bright_gibbs, std::stod(part[2])},
            {kernel_kind::independence, part[3] == "not known" ? infinity : std::stod(part[3])},
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

TEST_CASE("independence Metropolis is left out where its pilot cannot judge it, and the plan says so") {
    // 30 rows, all positive, under a wide prior: far more skewed than its Laplace approximation
    auto data = synthetic_logistic({.rows = 30, .columns = 2, .seed = 5});
    for (double& t : data.target) t = 1;
    plan const skewed(posterior(logistic{}, gaussian_prior(10), dense_rows(std::move(data))));
    CHECK(reason(skewed.reasons(), "Independence Metropolis on all data is left out").find("can be relied upon") !=
          std::string::npos);
    CHECK(reason(skewed.reasons(), "Sampler: ").find("independence Metropolis not known") != std::string::npos);
    CHECK(skewed.chosen().kernel != choice(kernel_kind::independence));
    // 200 rows for 3 parameters: nearly Gaussian
    plan const plain(synthetic_posterior(200, 3, 144));
    CHECK(reason(plain.reasons(), "Independence Metropolis").empty());
}

TEST_CASE("a workload has the counts of its model, and what the likelihood says that it takes for each predictor") {
    workload const plain = workload_of(synthetic_posterior(200, 3, 144));
    CHECK(plain.rows == 200);
    CHECK(plain.dimension == 3);
    CHECK(plain.width == 1);
    CHECK(plain.likelihood == logistic::work);
    auto data = synthetic_logistic({.rows = 20, .columns = 2, .seed = 5});
    data_set const same = data;
    workload const classes = workload_of(posterior(softmax(3), gaussian_prior(1), dense_rows(std::move(data))));
    CHECK(classes.dimension == 6);
    CHECK(classes.width == 3);
    CHECK(classes.likelihood == 3 * softmax::work);
    // one that says nothing
    CHECK(workload_of(posterior(student_t(), gaussian_prior(1), dense_rows(same))).likelihood > plain.likelihood);
}

TEST_CASE("work grows with all that is counted, and proposals made together take less than one at a time") {
    workload const small{1'000, 10, 1, 6.5}, long_rows{1'000, 50, 1, 6.5}, many{10'000, 10, 1, 6.5}, slow{1'000, 10, 1, 30};
    for (kernel_kind const kernel : {kernel_kind::independence, kernel_kind::elliptical_slice}) {
        double const least = regular_work(kernel, 1, small);
        CHECK(regular_work(kernel, 2, small) > least);
        for (workload const& more : {long_rows, many, slow}) CHECK(regular_work(kernel, 1, more) > least);
    }
    CHECK(regular_work(kernel_kind::independence, 1, small) < regular_work(kernel_kind::elliptical_slice, 1, small));
    pilot_report const few{.mean = {}, .bright = 1, .queries = 5};
    CHECK(firefly_work(few, many) == firefly_work(few, small));
    CHECK(firefly_work(few, long_rows) > firefly_work(few, small));
    CHECK(firefly_work(few, slow) > firefly_work(few, small));
    CHECK(firefly_work({.mean = {}, .bright = 1, .queries = 6}, small) > firefly_work(few, small));
}

TEST_CASE("a plan says what its pilot counted") {
    plan const plan(synthetic_posterior(20'000, 3, 145));
    CHECK(std::regex_match(
        reason(plan.reasons(), "Pilot"),
        std::regex("Pilot: [0-9.e-]+ bright data, [0-9.e-]+ queries and [0-9.e-]+ effective draws per iteration\\.")));
}
