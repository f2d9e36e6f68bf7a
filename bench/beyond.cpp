/// bench_beyond [PART…]: the figures of docs/beyond.md. Parts: synthetic, mnist, imbalance, flights, cifar; all when none is named.
/// Real data come from `./dev data`; a part whose data are not there says so and is passed over.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "parts.hpp"
#include "records.hpp"

#include "measure.hpp"
#include "problems.hpp"

using namespace firefly;
using namespace firefly::bench;

namespace {

void print(std::string const& what, measurement const& m) {
    std::printf("  %-44s M %8.3f  queries %9.1f  ESS/it %.3f; ‖·‖² %.3f  mean ‖·‖² %.2f ± %.2f  %.2f µs\n", what.c_str(), m.bright,
                m.queries, m.worst, m.even, m.even_mean, m.even_error, 1e6 * m.seconds / m.draws);
    std::fflush(stdout);
}

/// What a plan chooses, run for a number of draws.
template <class M>
measurement run_plan(plan<M> const& chosen, std::uint64_t draws, std::string const& what) {
    auto const chain = chosen.make_chain({.seed = 11, .warm_up = 500});
    measurement const m = measure(*chain, chosen.at().theta, chosen.at().precision, 500, draws);
    print(what, m);
    return m;
}

template <class M>
void say_reasons(plan<M> const& chosen) {
    for (auto const& reason : chosen.reasons()) std::printf("  %s\n", reason.c_str());
}

/// M falls like N^(−1/2); an iteration costs no more for more data; draws are nearly independent.
void synthetic_part(records& figures) {
    std::vector<double> bright, microseconds;
    std::vector<row_index> const sizes{10'000, 100'000, 1'000'000, 10'000'000};
    for (row_index const rows : sizes) {
        plan const chosen(synthetic(rows), firefly_only);
        std::string const name = "synthetic, N = " + std::to_string(rows);
        measurement const m = run_plan(chosen, 100'000, name);
        bright.push_back(m.bright);
        microseconds.push_back(1e6 * m.seconds / m.draws);
        figures.at_least(rows == 10'000 ? 0.4 : 0.75, name + ": effective draws per iteration", m.effective(), "per draw");
        if (rows == 1'000'000) figures.at_most(6, name + ": queries per effective draw", m.queries / m.effective(), "queries");
    }
    double const slope = std::log(bright.back() / bright.front()) / std::log(1e3);
    figures.at_most(-0.45, "synthetic: exponent of M in N, from 10⁴ to 10⁷", slope, "");
    figures.at_most(1, "synthetic: time of an iteration at 10⁷ against 10⁴", microseconds.back() / microseconds.front(), "");
}

void mnist_part(records& figures) {
    auto const model = mnist();
    plan const chosen(model, firefly_only);
    say_reasons(chosen);
    anchor const& at = chosen.at();
    measurement const ours = run_plan(chosen, 150'000, "MNIST, default");

    auto const control = [&](std::string const& what, auto const& chain, std::uint64_t draws) {
        measurement const m = measure(*chain, at.theta, at.precision, draws / 10, draws, 60);
        print("MNIST, " + what, m);
        return m;
    };
    random_walk const isotropic({.step = 0.05});
    joint const paper(model, jaakkola_jordan::anchored(model, at.theta));
    double const q = predict_cost(paper, at).q;
    chain_options const options{.seed = 12, .warm_up = 20'000};
    auto const per_query = [&](measurement const& m) { return ours.per_query() / m.per_query(); };
    measurement const regular = control(
        "regular random walk", make_regular_chain(model, isotropic, {.seed = 12, .warm_up = 3'000}, as_view(at.theta)), 30'000);
    measurement const slices =
        control("regular elliptical slice", chosen.make_control(kernel_kind::elliptical_slice, {.seed = 12}), 5'000);
    measurement const proposals =
        control("independence Metropolis", chosen.make_control(kernel_kind::independence, {.seed = 12}), 20'000);
    measurement const tuned =
        control("the paper's MAP-tuned firefly",
                make_firefly_chain(paper, isotropic, implicit_update({.q = q}), options, as_view(at.theta)), 200'000);
    figures.at_least(4000, "MNIST: ESS per query against regular random walk", per_query(regular), "times");
    figures.at_least(200, "MNIST: against full-data elliptical slice", per_query(slices), "times");
    figures.at_least(60, "MNIST: against independence Metropolis", per_query(proposals), "times");
    figures.at_least(200, "MNIST: against the paper's MAP-tuned firefly", per_query(tuned), "times");
    // reference_7v9.json: NUTS, 12,000 draws
    double const reference = 52.0255, reference_error = 0.1291;
    figures.at_most(3, "MNIST: mean of ‖θ − θ*‖²_H against the reference",
                    std::abs(ours.even_mean - reference) / std::hypot(ours.even_error, reference_error), "standard errors");
    figures.at_most(0.07, "MNIST: its standard error", ours.even_error, "");
}

void imbalance_part(records& figures) {
    plan const chosen(ten_in_a_million(), firefly_only);
    say_reasons(chosen);
    measurement const m = run_plan(chosen, 100'000, "10 positives in 10⁶");
    figures.at_most(2, "10 positives in 10⁶: bright data", m.bright, "data");
    figures.at_least(0.2, "10 positives in 10⁶: effective draws per iteration", m.worst, "per draw");
    figures.at_least(0.2, "10 positives in 10⁶: effective draws per iteration of ‖θ − θ*‖²_H", m.even, "per draw");
}

void flights_part(records& figures) {
    auto const model = robust(labelled(".dev/data/flights", target_kind::numeric));
    plan const chosen(model, firefly_only);
    say_reasons(chosen);
    anchor const& at = chosen.at();
    joint const paper(model, student_t_bound::anchored(model, at.theta));
    bright_gibbs const kernel({.centre = at.theta, .shape = preconditioner(at.precision)});
    auto const chain = make_firefly_chain(paper, kernel, make_clocked_update(survey(model, paper.bound(), at.precision)),
                                          {.seed = 13}, as_view(laplace_draw(at, {.seed = 13})));
    measurement const global = measure(*chain, at.theta, at.precision, 1000, 10'000);
    print("flights, the Student-t bound everywhere", global);
    measurement const sharp = run_plan(chosen, 20'000, "flights, default");
    figures.at_most(12, "flights: bright data, bound everywhere", global.bright, "data");
    figures.at_most(1, "flights: bright data, sharp", sharp.bright, "data");
    figures.at_least(0.8, "flights: effective draws per iteration", sharp.effective(), "per draw");
    figures.at_most(5, "flights: queries per effective draw", sharp.queries / sharp.effective(), "queries");
}

void cifar_part(records& figures) {
    auto const model = cifar();
    plan const chosen(model, firefly_only);
    say_reasons(chosen);
    anchor const& at = chosen.at();
    double const shared = predict_cost(joint(model, bohning::anchored(model, at.theta)), at).bright;
    measurement const m = run_plan(chosen, 3'000, "CIFAR-3, default");
    figures.at_most(330, "CIFAR-3: bright data foreseen with Böhning's bound", shared, "data");
    figures.at_most(180, "CIFAR-3: bright data with Jebara and Choromanska's", m.bright, "data");
    figures.at_least(0.4, "CIFAR-3: effective draws per iteration, worst coordinate", m.worst, "per draw");
    figures.at_least(0.2, "CIFAR-3: effective draws per iteration, ‖θ − θ*‖²_H", m.even, "per draw");
    figures.at_most(1000, "CIFAR-3: queries per iteration", m.queries, "queries");
    figures.at_most(1, "CIFAR-3: regions of the default's bound", static_cast<double>(chosen.target().bound().regions()), "");
}

}  // namespace

int main(int count, char** arguments) {
    records figures("beyond");
    bool const known = run_parts({{"synthetic", [&] { synthetic_part(figures); }},
                                  {"mnist", [&] { mnist_part(figures); }, ".dev/data/mnist"},
                                  {"imbalance", [&] { imbalance_part(figures); }},
                                  {"flights", [&] { flights_part(figures); }, ".dev/data/flights"},
                                  {"cifar", [&] { cifar_part(figures); }, ".dev/data/cifar"}},
                                 {arguments + 1, arguments + count});
    if (!known) return 2;
    return figures.finish("bench/results") ? 0 : 1;
}
