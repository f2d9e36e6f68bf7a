/// The parts of bench_models about groups: logistic regressions with varying intercepts whose scale is learned.
///
/// An intercept, 5 common columns and 50 groups as columns of ones, scale half-Cauchy(1). Strong data: 2000 rows a group. Weak data: 49 groups have 4
/// rows each, and the last has all others. Factor: the precision of 50 common columns and 1000 levels, as every proposed scale has it factorised.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "models.hpp"

#include "measure.hpp"

namespace firefly::bench::models {

namespace {

constexpr std::size_t groups = 50, common = 6;

/// `group_of(n)` is the group of row n. Intercepts are N(0, ½²).
template <class GroupOf>
auto grouped(row_index rows, GroupOf const& group_of) {
    matrix features = zeros(rows, common + groups);
    vector target = zeros(rows);
    random_source random({.seed = 31, .use = purpose::data});
    std::vector<double> theta(common + groups);
    random.normals(theta);
    for (double& t : theta) t /= 2;
    for (row_index n = 0; n < rows; ++n) {
        vector_out const row{features.data() + n * (common + groups), common + groups};
        random.normals(row.first(common));
        row[0] = 1;
        row[common + group_of(n)] = 1;
        target(n) = random.uniform() < sigmoid(dot(row, theta)) ? 1 : 0;
    }
    return posterior(logistic{}, composed_prior({prior_term::normal(common, 2.5), prior_term::half_cauchy(groups, 1)}),
                     dense_rows(std::move(features), std::move(target)));
}

struct scale_figures {
    double effective, mean, error, deviation;
};

/// Of log s in draws of a chain.
scale_figures of_log_scale(std::vector<double> const& values) {
    double const size = static_cast<double>(values.size());
    double mean = 0, square = 0;
    for (double const x : values) mean += x / size;
    for (double const x : values) square += (x - mean) * (x - mean) / size;
    return {effective_draws(values) / size, mean, mcse_mean(values), std::sqrt(square)};
}

/// Advances a chain and keeps log s.
template <class Chain>
struct keeping {
    Chain& chain;
    std::vector<double> log_scale = {};

    void advance() {
        chain.advance();
        log_scale.push_back(std::log(chain.current().scales(0)));
    }
    draw const& current() const { return chain.current(); }
};

template <class M>
void measure_groups(records& figures, std::string const& name, M const& model, double least) {
    constexpr std::uint64_t warm_up = 500, draws = 20'000;
    plan const chosen(model, firefly_only);
    auto const chain = chosen.make_chain({.seed = 32, .warm_up = warm_up});
    keeping kept{*chain};
    measurement const m = measure(kept, chosen.at().theta, chosen.at().precision, warm_up, draws);
    scale_figures const s = of_log_scale({kept.log_scale.begin() + warm_up, kept.log_scale.end()});
    std::printf(
        "  %-30s M %.3f (forecast %.3f)  queries %.1f  ESS/it log s %.3f; θ min %.3f; ‖·‖² %.3f  log s %.4f ± %.4f, sd %.4f  %.0f µs\n",
        name.c_str(), m.bright, chosen.expected()->bright, m.queries, s.effective, m.worst, m.even, s.mean, s.error, s.deviation,
        1e6 * m.seconds / m.draws);
    figures.at_least(least, name + ": effective draws of log s per iteration", s.effective, "per draw");
    figures.at_most(1.2, name + ": bright data against the forecast", m.bright / chosen.expected()->bright, "");

    // Against all data, in turns of centred and non-centred slices: another kernel, no bound, another way of moving s.
    auto const control = chosen.make_control(kernel_kind::elliptical_slice, {.seed = 33, .warm_up = 100});
    keeping other{*control};
    measurement const all = measure(other, chosen.at().theta, chosen.at().precision, 100, 4000, 60);
    scale_figures const t = of_log_scale({other.log_scale.begin() + 100, other.log_scale.end()});
    std::printf("  %-30s ESS/it log s %.3f; θ min %.3f  log s %.4f ± %.4f, sd %.4f  %.0f µs\n", "all data, elliptical slices",
                t.effective, all.worst, t.mean, t.error, t.deviation, 1e6 * all.seconds / all.draws);
    figures.at_most(4, name + ": mean of log s against all data", std::abs(s.mean - t.mean) / std::hypot(s.error, t.error),
                    "standard errors");
}

}  // namespace

void strong_part(records& figures) {
    measure_groups(figures, "50 groups of 2000 rows", grouped(100'000, [](row_index n) { return n % groups; }), 0.8);
}

void weak_part(records& figures) {
    auto const few = [](row_index n) { return static_cast<std::size_t>(std::min<row_index>(n / 4, groups - 1)); };
    measure_groups(figures, "49 groups of 4 rows", grouped(10'000, few), 0.15);
}

void factor_part(records& figures) {
    constexpr std::size_t columns = 50, levels = 1000, rows = 4;
    matrix precision = zeros(columns + levels, columns + levels);
    random_source random({.seed = 34, .use = purpose::data});
    std::vector<double> x(columns);
    for (std::size_t i = 0; i < columns + levels; ++i) precision(i, i) = 1;
    for (std::size_t n = 0; n < rows * levels; ++n) {
        std::size_t const level = columns + n % levels;
        random.normals(x);
        precision(level, level) += 1;
        for (std::size_t i = 0; i < columns; ++i) {
            precision(level, i) = precision(i, level) += x[i];
            for (std::size_t j = 0; j < columns; ++j) precision(i, j) += x[i] * x[j];
        }
    }
    std::vector<double> const more(columns + levels, 0.5);
    sparse_cholesky structured(precision);
    cholesky dense(precision);
    bool positive = true;
    auto const seconds = seconds_in_turns(21, {[&] { positive = structured.refactorise(more) && positive; },
                                               [&] { positive = dense.refactorise(precision, more) && positive; }});
    std::printf("  factorisation p=50 G=1000: %.2f ms structured, %.1f ms dense, ratio %.0f\n", 1e3 * seconds[0], 1e3 * seconds[1],
                seconds[1] / seconds[0]);
    figures.at_least(20, "50 columns and 1000 levels: time of the dense factor against that of the structured",
                     seconds[1] / seconds[0], "");
    figures.at_most(1e-11, "50 columns and 1000 levels: log determinants differ by",
                    std::abs(structured.log_determinant() / dense.log_determinant() - (positive ? 1 : 0)), "");
}

}  // namespace firefly::bench::models
