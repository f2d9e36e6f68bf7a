#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "support/logistic_problem.hpp"

import firefly.external;

using namespace firefly;
using namespace firefly::testing;

namespace {

/// Draws that are given: independent normals about (1, 2), each of which stays for some steps; or the same point again and again.
class given_chain final : public any_chain {
public:
    explicit given_chain(std::uint64_t stay) : stay_(stay), current_{.theta = vector_of({1, 2})} {}

    void advance() final {
        if (stay_ > 0 && steps % stay_ == 0) {
            random_source({.seed = 811, .iteration = steps + 1}).normals(as_out(current_.theta));
            current_.theta(0) += 1;
            current_.theta(1) += 2;
        }
        ++steps;
        // Half of what the Laplace approximation has.
        current_.log_density = -(4 * square(current_.theta(0) - 1) + square(current_.theta(1) - 2)) / 4;
        current_.z = {.bright = steps % 2 == 0 ? 4u : 8u, .queries = 5};
        current_.theta_queries = 10;
        current_.acceptance = 0.25;
    }
    draw const& current() const final { return current_; }
    bright_set const* brightness() const final { return nullptr; }
    point const& where() const final { return where_; }
    std::string save() const final { return {}; }
    void load(std::string_view) final {}

    std::uint64_t steps = 0;

private:
    static double square(double x) { return x * x; }

    std::uint64_t stay_;  // zero for ever
    draw current_;
    point where_;
};

cholesky const precision(matrix_of({{4, 0}, {0, 1}}));
vector const centre = vector_of({1, 2});

}  // namespace

TEST_CASE("a pilot reports the means of its draws, without the first fifth of its iterations") {
    given_chain chain(1);
    pilot_report const report = run_pilot(chain, as_view(centre), precision, 400);
    // independent normals of variance 1: five standard errors
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t j = 0; j < 2; ++j)
            CHECK(std::abs(report.covariance(i, j) - (i == j ? 1 : 0)) < 5 * std::sqrt((i == j ? 2 : 1) / report.draws));
    CHECK(chain.steps == 80 + 400);
    CHECK(report.draws == 400);
    CHECK(report.bright == 6);
    CHECK(report.queries == 15);
    CHECK(report.acceptance == 0.25);
    // Independent draws: all effective; ‖θ − θ*‖²_H has the mean 4·1 + 1·1. Four standard errors.
    CHECK(report.effective == doctest::Approx(1).epsilon(0.3));
    CHECK(report.distance == doctest::Approx(5).epsilon(4 * std::sqrt(34.0 / 400) / 5));
    CHECK(report.mean(0) == doctest::Approx(1).epsilon(0.2));
    CHECK(report.mean(1) == doctest::Approx(2).epsilon(0.1));
}

TEST_CASE("a pilot with too few effective draws goes on to sixteen times its length, and no longer") {
    given_chain chain(0);
    pilot_report const report = run_pilot(chain, as_view(centre), precision, 50);
    CHECK(chain.steps == 10 + 800);
    CHECK(report.draws == 800);
    CHECK(report.effective == doctest::Approx(1.0 / 800));
    CHECK(report.distance == 0);
}

TEST_CASE("a pilot fits the tail of its weights to the points visited, each once") {
    given_chain chain(3), again(3);
    pilot_report const report = run_pilot(chain, as_view(centre), precision, 300);
    std::vector<double> log_weights;
    for (int i = 0; i < 60 + 300; ++i) {
        again.advance();
        if (i >= 60 && i % 3 == 0) log_weights.push_back(-again.current().log_density);
    }
    REQUIRE(report.draws == 300);
    CHECK(report.points == 100);
    CHECK(report.tail == doctest::Approx(pareto_tail(log_weights)).epsilon(1e-6));
}

TEST_CASE("a pilot that is hopeless ends when it is first looked at") {
    given_chain chain(0);
    int asked = 0;
    pilot_report const report = run_pilot(chain, as_view(centre), precision, 50, [&](pilot_report const& so_far) {
        ++asked;
        return so_far.draws >= 100;
    });
    CHECK(asked == 2);
    CHECK(report.draws == 100);
}
