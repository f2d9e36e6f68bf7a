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

}  // namespace firefly::bench::models
