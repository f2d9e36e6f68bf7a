/// The logistic parts of bench_paper: MNIST 7 against 9, growing data, rare positives.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "paper.hpp"

namespace firefly::bench::paper {

namespace {

using logistic_model = posterior<logistic, gaussian_prior, dense_rows>;

/// The mean log score of the maximum under each prior on rows that it has not seen; the best prior scale. The paper's way.
double choose_scale(book& out, dense_rows const& rows, data_set const& test) {
    double best = 0, best_score = -infinity;
    for (double const scale : {0.1, 0.3, 1.0, 3.0, 10.0, 30.0}) {
        anchor const at = find_map(logistic_model(logistic{}, gaussian_prior(scale), rows));
        double score = 0;
        for (std::size_t n = 0; n < test.target.size(); ++n) {
            double const eta = dot({test.features.data() + n * at.theta.size(), at.theta.size()}, as_view(at.theta));
            score += log_sigmoid(test.target(n) > 0.5 ? eta : -eta);
        }
        score /= static_cast<double>(test.target.size());
        std::printf("  prior scale %-4g mean log score on the test rows %.5f\n", scale, score);
        out.write(fact("scale").number("scale", scale).number("score", score));
        if (score > best_score) {
            best = scale;
            best_score = score;
        }
    }
    return best;
}

void run_mnist(settings const& how, book& out, std::string const& name, logistic_model const& model) {
    stopwatch const clock_of_map;
    anchor const at = find_map(model);
    joint const tuned(model, jaakkola_jordan::anchored(model, at.theta));
    out.write(fact("set-up").text("case", name).text("sampler", "MAP-tuned").number("seconds", clock_of_map.seconds()));
    joint const untuned(model, jaakkola_jordan::untuned(model, 1.5));
    stopwatch const clock_of_plan;
    plan const chosen(model);
    note_plan(out, name, chosen, clock_of_plan.seconds(), clock_of_plan.bytes());

    random_walk const walk({.step = 0.05});
    starting_point const start = from_prior(model);
    std::vector<sampler> list{
        regular(model, walk, start, {how.runs(5), how.count(20'000), how.count(100'000)}),
        fireflies("untuned", untuned, walk, 0.1, start, {how.runs(5), how.count(20'000), how.count(40'000)}),
        fireflies("MAP-tuned", tuned, walk, 0.01, start, {how.runs(5), how.count(40'000), how.count(400'000)}),
        planned(chosen, {how.runs(5), how.count(1'000), how.count(20'000)})};
    add_controls(list, model, at, {how.runs(5), how.count(320), how.count(6'400)}, {how.runs(5), how.count(200), how.count(3'000)});
    experiment(how, out, name, model, at, true).run(list);
}

/// A random walk on all data, the paper's algorithm anchored at the maximum, and the default, all from Laplace's approximation.
/// Where a pass is expensive the regular one has a few iterations, for time and queries; `effective_from` then says where its ESS comes from.
/// Where many data are bright the paper's algorithm has fewer iterations than it is given: as many as some 3·10⁸ queries allow.
void compare(settings const& how, book& out, std::string const& name, logistic_model const& model, lengths of_regular,
             std::string const& effective_from, lengths of_tuned, lengths of_default) {
    stopwatch const clock_of_map;
    anchor const at = find_map(model);
    joint const tuned(model, jaakkola_jordan::anchored(model, at.theta));
    forecast const expected = predict_cost(tuned, at);
    out.write(fact("set-up")
                  .text("case", name)
                  .text("sampler", "MAP-tuned")
                  .number("seconds", clock_of_map.seconds())
                  .number("bytes", clock_of_map.bytes())
                  .number("expected", expected.bright));
    stopwatch const clock_of_plan;
    plan const chosen(model);
    chosen.make_chain({.seed = 32})->advance();
    note_plan(out, name, chosen, clock_of_plan.seconds(), clock_of_plan.bytes());

    double const size = static_cast<double>(model.dimension());
    random_walk const walk({.step = 2.38 / std::sqrt(size) * isotropic_scale(at)});
    of_tuned.draws = std::min(of_tuned.draws, static_cast<std::uint64_t>(1.5e8 / (1 + expected.bright)));
    of_tuned.burn_in = std::min(of_tuned.burn_in, of_tuned.draws);
    // q = M/N, at which it is best; the paper's 0.01 would look at a hundredth of all data in each iteration.
    std::vector<sampler> list{regular(model, walk, from_laplace(at), of_regular),
                              fireflies("MAP-tuned", tuned, walk, expected.q, from_laplace(at), of_tuned),
                              planned(chosen, of_default)};
    list[0].effective_from = effective_from;
    experiment(how, out, name, model, at, false).run(list);
}

}  // namespace

void mnist_part(settings const& how, book& out) {
    std::string const folder = (how.data / "mnist").string();
    dense_rows const rows(labelled(folder));
    data_set const test = read_data(folder + "/X_test.npy", {.target = folder + "/y_test.npy"});
    double const scale = choose_scale(out, rows, test);
    out.write(fact("chosen scale").number("scale", scale));
    run_mnist(how, out, "MNIST", logistic_model(logistic{}, gaussian_prior(scale), rows));
    if (scale != 1) run_mnist(how, out, "MNIST, prior N(0, 1)", logistic_model(logistic{}, gaussian_prior(1), rows));
}

void scaling_part(settings const& how, book& out) {
    struct growth {
        std::size_t columns;
        std::vector<row_index> sizes;
    };
    std::vector<growth> const full{{51, {1'000, 10'000, 100'000, 1'000'000, 10'000'000}},
                                   {11, {1'000, 10'000, 100'000, 1'000'000}},
                                   {101, {1'000, 10'000, 100'000, 1'000'000}}};
    std::vector<growth> const small{{11, {1'000, 3'000}}};
    for (auto const& [columns, sizes] : how.smoke ? small : full)
        for (row_index const rows : sizes) {
            auto const named = [&, c = columns](row_index n) { return "N = " + std::to_string(n) + ", D = " + std::to_string(c); };
            bool const expensive = rows > 100'000;
            std::uint64_t const passes = expensive ? (rows > 1'000'000 ? 12 : 60) : rows == 100'000 ? 4'000 : 20'000;
            compare(how, out, named(rows), synthetic(rows, columns),
                    {how.runs(expensive ? 1 : 2), how.count(expensive ? 8 : 2'000), how.count(passes)},
                    expensive ? named(100'000) : "", {how.runs(2), how.count(10'000), how.count(100'000)},
                    {how.runs(2), how.count(1'000), how.count(50'000)});
        }
}

/// An intercept and five standard normals with slopes 0.5; the intercept such that the wanted share is positive, in expectation.
data_set with_rare_positives(row_index rows, double share) {
    constexpr std::size_t columns = 6;
    data_set data{zeros(rows, columns), zeros(rows), {"(intercept)", "x1", "x2", "x3", "x4", "x5"}, "y", {"0", "1"}};
    std::vector<double> predictor(rows);
    for (row_index n = 0; n < rows; ++n) {
        vector_out const row{data.features.data() + n * columns, columns};
        random_source({.seed = 33, .use = purpose::data, .iteration = n}).normals(row.subspan(1));
        row[0] = 1;
        for (double const x : row.subspan(1)) predictor[n] += 0.5 * x;
    }
    double low = -30, high = 30;
    while (high - low > 1e-9) {
        double const middle = (low + high) / 2;
        double sum = 0;
        for (double const x : predictor) sum += std::exp(log_sigmoid(middle + x));
        (sum < share * static_cast<double>(rows) ? low : high) = middle;
    }
    for (row_index n = 0; n < rows; ++n)
        data.target(n) =
            random_source({.seed = 34, .use = purpose::data, .iteration = n}).accept(log_sigmoid(low + predictor[n])) ? 1 : 0;
    return data;
}

void imbalance_part(settings const& how, book& out) {
    row_index const rows = how.smoke ? 20'000 : 1'000'000;
    std::vector<double> const full{0.5, 0.1, 0.01, 1e-3, 1e-4, 1e-5}, small{0.5, 1e-3};
    for (double const share : how.smoke ? small : full) {
        data_set data = with_rare_positives(rows, share);
        double positives = 0;
        for (double const t : data.target) positives += t;
        char name[64];
        std::snprintf(name, sizeof name, "%g %% positive", 100 * share);
        out.write(fact("share").text("case", name).number("share", share).number("positives", positives));
        compare(how, out, name, logistic_model(logistic{}, gaussian_prior(2.5), dense_rows(std::move(data))),
                {how.runs(2), how.count(200), how.count(1'000)}, "", {how.runs(2), how.count(10'000), how.count(50'000)},
                {how.runs(2), how.count(1'000), how.count(20'000)});
    }
}

}  // namespace firefly::bench::paper
