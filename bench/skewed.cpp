/// bench_skewed [PART…]: rare events, whose posteriors are skewed: few positives in many rows of `synthetic_logistic`. Parts: hundreds, five; both
/// when none is named. Regular MCMC on all data is what the figures are compared with, and what the draws must agree with: effective draws do
/// not see a tail that is never visited.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "parts.hpp"
#include "records.hpp"

#include "measure.hpp"

using namespace firefly;
using namespace firefly::bench;

namespace {

/// All but the first few positives become negatives.
auto rare(row_index rows, std::size_t columns, int positives) {
    data_set data = synthetic_logistic({.rows = rows, .columns = columns, .seed = 3});
    for (double& t : data.target) t = t > 0.5 && positives-- > 0 ? 1 : 0;
    return posterior(logistic{}, gaussian_prior(2.5), dense_rows(std::move(data)));
}

void print(std::string const& what, measurement const& m) {
    std::printf(
        "  %-40s M %6.2f  queries %9.1f  ESS/it %.4f; ‖·‖² %.4f  mean ‖·‖² %.3f ± %.3f  beyond 2D %.4f ± %.4f  queries per ESS %.0f; "
        "‖·‖² %.0f\n",
        what.c_str(), m.bright, m.queries, m.worst, m.even, m.even_mean, m.even_error, m.tail, m.tail_error, m.queries / m.worst,
        m.queries / m.even);
    std::fflush(stdout);
}

/// Standard errors between two estimates.
double apart(double one, double error, double other, double other_error) {
    return std::abs(one - other) / std::hypot(error, other_error);
}

/// What is aimed at, in queries per effective draw: of the worst coordinate, and of ‖θ − θ*‖²_H.
struct limits {
    double worst, even;
};

/// `seconds` are what all data get, which have few effective draws in them.
template <class M>
void compare(records& figures, std::string const& name, M const& model, std::uint64_t draws, limits most, double seconds) {
    plan const chosen(model, firefly_only);
    for (auto const& reason : chosen.reasons()) std::printf("  %s\n", reason.c_str());
    // Distances from the maximum, wherever the plan has its anchor: what is compared must be the same for all.
    anchor const at = find_map(model);
    auto const run = [&](std::string const& what, auto const& chain, std::uint64_t count, double most_seconds) {
        measurement const m = measure(*chain, at.theta, at.precision, 1000, count, most_seconds);
        print(what, m);
        return m;
    };
    measurement const ours = run("firefly", chosen.make_chain({.seed = 31, .warm_up = 1000}), draws, 1e9);
    choices one_region = firefly_only;
    one_region.anchor = anchor_kind::maximum;
    one_region.region = region_radius(model.dimension(), 1e-6);
    plan const before(model, one_region);
    run("firefly, one region about the maximum", before.make_chain({.seed = 31, .warm_up = 1000}), draws, seconds / 2);
    measurement const all =
        run("elliptical slices on all data", chosen.make_control(kernel_kind::elliptical_slice, {.seed = 32}), 10'000'000, seconds);
    figures.at_most(most.worst, name + ": queries per effective draw of the worst coordinate", ours.queries / ours.worst,
                    "queries");
    figures.at_most(most.even, name + ": queries per effective draw of ‖θ − θ*‖²_H", ours.queries / ours.even, "queries");
    figures.at_least(5, name + ": regular MCMC's queries per effective draw against these",
                     all.queries / all.effective() / (ours.queries / ours.effective()), "times");
    figures.at_most(3, name + ": mean of ‖θ − θ*‖²_H against regular MCMC's",
                    apart(ours.even_mean, ours.even_error, all.even_mean, all.even_error), "standard errors");
    figures.at_most(3, name + ": P(‖θ − θ*‖²_H > 2D) against regular MCMC's",
                    apart(ours.tail, ours.tail_error, all.tail, all.tail_error), "standard errors");
}

}  // namespace

int main(int count, char** arguments) {
    records figures("skewed");
    bool const known = run_parts(
        {{"hundreds", [&] { compare(figures, "200 positives in 10⁶", rare(1'000'000, 20, 200), 1'000'000, {500, 1000}, 300); }},
         {"five", [&] { compare(figures, "5 positives in 20,000", rare(20'000, 6, 5), 400'000, {20'000, 20'000}, 120); }}},
        {arguments + 1, arguments + count});
    if (!known) return 2;
    return figures.finish("bench/results") ? 0 : 1;
}
