/// bench_families [PART…]: what the bounds that the library makes cost. Parts: bright, iteration, lambda, gaussian; all when none is named.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "parts.hpp"
#include "records.hpp"

#include "design.hpp"
#include "measure.hpp"

using namespace firefly;
using namespace firefly::bench;

namespace {

template <class L>
auto drawn(L const& likelihood, bench::design const& from) {
    return posterior(likelihood, gaussian_prior(1), dense_rows(from.rows, draw_targets(likelihood, from)));
}

/// M by theory, for small reaches: (ρ/6) Σ |ℓ'''| h^{3/2}, ρ the radius of the region, h the variance of a datum's predictor. Asks nothing of bounds.
template <class M>
double bright_by_theory(M const& model, anchor const& at, double radius) {
    block_buffer buffer;
    double sum = 0;
    for (std::size_t b = 0; b < block_count(model.rows()); ++b) {
        row_block const block = model.rows().block(b, buffer);
        for (std::size_t i = 0; i < block.target.size(); ++i) {
            constexpr double small = 1e-4;
            vector row = to_vector(block.rows.common.row(i));
            double const eta = dot(as_view(row), as_view(at.theta));
            at.precision.solve_lower(as_out(row));
            auto const curvature = [&](double at_eta) { return model.likelihood().curvature_of(block.target[i], at_eta); };
            double const third = (curvature(eta + small) - curvature(eta - small)) / (2 * small);
            sum += std::abs(third) * std::pow(dot(as_view(row), as_view(row)), 1.5);
        }
    }
    return radius / 6 * sum;
}

template <class L>
void measure_family(records& figures, std::string const& name, L const& likelihood, double effective) {
    std::vector<row_index> const sizes{10'000, 100'000, 1'000'000};
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        auto const model = drawn(likelihood, make_design(sizes[i]));
        plan const chosen(model, firefly_only);
        double const theory = bright_by_theory(model, chosen.at(), *chosen.chosen().region);
        auto const chain = chosen.make_chain({.seed = 23, .warm_up = 500});
        measurement const m = measure(*chain, chosen.at().theta, chosen.at().precision, 500, 60'000);
        std::string const what = name + ", N = " + std::to_string(sizes[i]);
        std::printf(
            "  %-34s M %7.3f (forecast %.3f, theory %.3f)  queries %6.1f  ESS/it %.3f; ‖·‖² %.3f  mean ‖·‖² %.2f ± %.2f  %.2f µs\n",
            what.c_str(), m.bright, chosen.expected()->bright, theory, m.queries, m.worst, m.even, m.even_mean, m.even_error,
            1e6 * m.seconds / m.draws);
        figures.at_most(1.15, what + ": bright data against theory", m.bright / theory, "");
        if (i == 0) figures.at_least(effective, what + ": effective draws per iteration", m.effective(), "per draw");
    }
}

void bright_part(records& figures) {
    measure_family(figures, "Poisson", poisson{}, 0.65);
    measure_family(figures, "negative binomial", negative_binomial({.size = 2}), 0.75);
    measure_family(figures, "probit", probit{}, 0.6);
}

/// Of two plans: seconds of an iteration, in turns, and bright data.
struct two_chains {
    std::vector<double> seconds, bright;
};

two_chains in_turns(auto const& one, auto const& other) {
    constexpr int repeats = 11, each = 5000;
    two_chains result{{}, {0, 0}};
    auto const advance = [](auto chain, double& sum) {
        return [chain, &sum] {
            for (int i = 0; i < each; ++i) {
                chain->advance();
                sum += static_cast<double>(chain->current().z.bright) / (repeats * each);
            }
        };
    };
    chain_options const options{.seed = 24, .warm_up = 500};
    result.seconds = seconds_in_turns(
        repeats, {advance(one.make_chain(options), result.bright[0]), advance(other.make_chain(options), result.bright[1])});
    for (double& s : result.seconds) s /= each;
    return result;
}

/// Microseconds of an iteration against logistic's, in turns. Iterations with more bright data take longer whatever the likelihood is: logistic
/// has as many rows as give it about the same M.
template <class L>
void compare_iteration(records& figures, std::string const& name, L const& likelihood, row_index logistic_rows) {
    plan const ours(drawn(likelihood, make_design(100'000)), firefly_only);
    plan const theirs(drawn(logistic{}, make_design(logistic_rows)), firefly_only);
    auto const [seconds, bright] = in_turns(ours, theirs);
    std::printf("  %-20s %.2f µs with M = %.2f, logistic %.2f µs with M = %.2f\n", name.c_str(), 1e6 * seconds[0], bright[0],
                1e6 * seconds[1], bright[1]);
    figures.at_most(1.3, name + ": time of an iteration against logistic's", seconds[0] / seconds[1], "");
}

void iteration_part(records& figures) {
    compare_iteration(figures, "Poisson", poisson{}, 130'000);
    compare_iteration(figures, "negative binomial", negative_binomial({.size = 2}), 320'000);
    compare_iteration(figures, "probit", probit{}, 60'000);
}

/// The same posterior with Poisson's log likelihood as a lambda.
void lambda_part(records& figures) {
    auto const counts = drawn(poisson{}, make_design(100'000));
    auto const written = likelihood_from([](auto eta, double y) { return y * eta - exp(eta); });
    plan const built_in(counts, firefly_only);
    plan const mine(posterior(written, counts.prior(), counts.rows()), firefly_only);
    auto const [seconds, bright] = in_turns(mine, built_in);
    figures.at_most(3, "Poisson as a lambda: time of an iteration against the built-in one's", seconds[0] / seconds[1], "");
    figures.at_most(1.3, "Poisson as a lambda: bright data against the built-in one's", bright[0] / bright[1], "");
}

void gaussian_part(records& figures) {
    plan const chosen(drawn(gaussian{}, make_design(100'000)), firefly_only);
    auto const chain = chosen.make_chain({.seed = 25, .warm_up = 100});
    measurement const m = measure(*chain, chosen.at().theta, chosen.at().precision, 100, 60'000);
    figures.at_most(0, "Gaussian: queries per iteration", m.queries, "queries");
    figures.at_most(0, "Gaussian: bright data", m.bright, "data");
    figures.at_most(3, "Gaussian: mean of ‖θ − θ*‖²_H against the closed form",
                    std::abs(m.even_mean - static_cast<double>(design_columns)) / m.even_error, "standard errors");
}

}  // namespace

int main(int count, char** arguments) {
    records figures("families");
    bool const known = run_parts({{"bright", [&] { bright_part(figures); }},
                                  {"iteration", [&] { iteration_part(figures); }},
                                  {"lambda", [&] { lambda_part(figures); }},
                                  {"gaussian", [&] { gaussian_part(figures); }}},
                                 {arguments + 1, arguments + count});
    if (!known) return 2;
    return figures.finish("bench/results") ? 0 : 1;
}
