/// The part of bench_models about noise: regressions whose noise has an unknown scale.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "models.hpp"

#include "design.hpp"
#include "measure.hpp"

namespace firefly::bench::models {

namespace {

/// An intercept, twenty columns, and Student-t noise with four degrees of freedom and the scale 1.3.
data_set noisy_line(row_index rows) {
    constexpr std::size_t columns = 21;
    data_set data{zeros(rows, columns), zeros(rows)};
    random_source random({.seed = 31, .use = purpose::data});
    std::vector<double> beta(columns);
    random.normals(beta);
    for (row_index n = 0; n < rows; ++n) {
        vector_out const row{data.features.data() + n * columns, columns};
        random.normals(row);
        row[0] = 1;
        double const chi = (random.exponential() + random.exponential()) / 2;  // χ² of four degrees of freedom, over four
        data.target(n) = dot(row, beta) + 1.3 * draw_normal(random) / std::sqrt(chi);
    }
    return data;
}

}  // namespace

/// A scale of the noise that is sampled: `with_noise`.
void noise_part(records& figures) {
    for (auto const& [rows, effective] : {std::pair{row_index{10'000}, 0.85}, {row_index{100'000}, 0.9}}) {
        plan const chosen(with_noise(student_t(), gaussian_prior(10), 2.5, dense_rows(noisy_line(rows))), firefly_only);
        auto const chain = chosen.make_chain({.seed = 32, .warm_up = 500});
        std::vector<double> sigma;
        // As `measure` sees it, and σ besides.
        struct watched_chain {
            any_chain& own;
            std::vector<double>& sigma;
            void advance() {
                own.advance();
                sigma.push_back(1 / own.current().theta(own.current().theta.size() - 1));
            }
            draw const& current() const { return own.current(); }
        } watched{*chain, sigma};
        constexpr std::size_t warm_up = 500, draws = 60'000;
        measurement const m = measure(watched, chosen.at().theta, chosen.at().precision, warm_up, draws);
        sigma.erase(sigma.begin(), sigma.begin() + warm_up);
        double const of_sigma = effective_draws(sigma) / draws, expected = chosen.expected()->bright;
        std::string const what = "noise, N = " + std::to_string(rows);
        std::printf("  %-20s accepts %.4f  M %.3f (forecast %.3f)  queries %.2f  ESS/it %.3f; σ %.3f; ‖·‖² %.3f  %.2f µs\n",
                    what.c_str(), m.last_acceptance, m.bright, expected, m.queries, m.worst, of_sigma, m.even,
                    1e6 * m.seconds / m.draws);
        figures.at_least(1 - 0.5 / std::sqrt(static_cast<double>(rows)), what + ": acceptance of the last test", m.last_acceptance,
                         "");
        figures.at_most(0.1, what + ": bright data against the forecast, difference", std::abs(m.bright / expected - 1), "");
        figures.at_least(effective, what + ": effective draws of sigma per iteration", of_sigma, "per draw");
    }
}

/// Degrees of freedom that are sampled as well: `grid_plan`.
void nu_part(records& figures) {
    constexpr row_index rows = 10'000;
    dense_rows const data(noisy_line(rows));
    using model = noise_posterior<student_t, gaussian_prior, dense_rows>;
    grid_plan const chosen(grid_parameter<model>{
        .model_at = [&](double nu) { return with_noise(student_t({.degrees_of_freedom = nu}), gaussian_prior(10), 2.5, data); },
        .least = 1,
        .most = 200,
        .log_prior = [](double nu) { return std::log(nu) - nu / 10; }});
    auto const chain = chosen.make_chain({.seed = 33, .warm_up = 500});
    constexpr std::size_t warm_up = 500, draws = 60'000;
    std::vector<double> nu, sigma;
    double bright = 0, queries = 0, moves = 0;
    for (std::size_t i = 0; i < warm_up; ++i) chain->advance();
    for (std::size_t i = 0; i < draws; ++i) {
        double const before = chain->current().on_grid.value();
        chain->advance();
        draw const& d = chain->current();
        nu.push_back(d.on_grid.value());
        sigma.push_back(1 / d.theta(d.theta.size() - 1));
        bright += static_cast<double>(d.z.bright) / draws;
        queries += static_cast<double>(d.queries()) / draws;
        moves += static_cast<double>(nu.back() != before) / draws;
    }
    double const of_nu = effective_draws(nu) / draws, of_sigma = effective_draws(sigma) / draws;
    auto const& values = chosen.values().values;
    std::printf("  nu, N = %zu: ratio %.3f  accepts %.3f  M %.3f  queries %.2f  ESS/it nu %.3f; σ %.3f\n",
                static_cast<std::size_t>(rows), values[1] / values[0], moves, bright, queries, of_nu, of_sigma);
    figures.at_least(0.35, "nu, N = 10000: moves between values per iteration", moves, "");
    figures.at_least(0.4, "nu, N = 10000: effective draws of nu per iteration", of_nu, "per draw");
    figures.at_least(0.6, "nu, N = 10000: effective draws of sigma per iteration", of_sigma, "per draw");
}

}  // namespace firefly::bench::models
