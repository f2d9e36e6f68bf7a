module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

module firefly.program.setup;

import firefly.external;
import firefly;
import :datum;

namespace firefly::program {

namespace {

/// All rows or one block in ten, without a copy of them.
using row_view = block_sample<any_rows>;

/// How far the log of the size may be from that of a tenth of the rows, or of the turn before. Where it is farther, the next turn goes on.
constexpr double near_size = 0.2;

struct dispersed_fit {
    vector theta;
    std::size_t passes = 0;
};

/// `use(model)` with a posterior of these rows, whose prior is so wide that it says nothing of any coefficient that the data know, and narrow enough
/// for Newton's method where columns say the same.
template <Likelihood L, class Use>
void with_wide_prior(L const& likelihood, row_view const& rows, Use const& use) {
    gaussian_prior const wide(100);
    if (layout_of(rows).target == target_numbers<L>)
        use(posterior(likelihood, wide, rows));
    else
        use(posterior(adjusted(any_family(likelihood)), wide, rows));
}

/// Refuses targets, by their places among all rows.
template <Likelihood L>
void check_targets(L const& likelihood, row_view const& rows) {
    with_wide_prior(likelihood, rows, [](auto const&) {});
}

template <Likelihood L>
void climb(L const& likelihood, row_view const& rows, dispersed_fit& fit) {
    with_wide_prior(likelihood, rows, [&](auto const& model) {
        anchor const at = climb_from(fit.theta, model, newton_settings{});
        fit.theta = at.theta;
        fit.passes += at.passes;
    });
}

/// Σ log L for each of the sizes: one pass.
vector log_likelihoods(std::vector<negative_binomial> const& sizes, row_view const& rows, dispersed_fit& fit) {
    ++fit.passes;
    return sum_over_blocks(rows, zeros(sizes.size()), [&](vector& sums, row_block const& block) {
        std::vector<double> eta(block.rows.rows);
        predict(block.rows, as_view(fit.theta), eta);
        for (std::size_t g = 0; g < sizes.size(); ++g)
            for (std::size_t i = 0; i < eta.size(); ++i) {
                auto const [count, offset, weight] = datum_of(block, i);
                sums(g) += weight * (sizes[g].log_likelihood_of(count, eta[i] + offset) + sizes[g].log_constant(count));
            }
    });
}

/// Where the parabola through three points that are `spacing` apart has its top, from the middle one, which is the highest.
double top_of(double left, double middle, double right, double spacing) {
    double const bend = left - 2 * middle + right;
    return bend < 0 ? spacing * (left - right) / (2 * bend) : 0;
}

/// The log of the likeliest size at fixed coefficients, no farther than `reach` from what it was.
double likeliest_log_size(double log_size, double reach, row_view const& rows, dispersed_fit& fit) {
    constexpr std::size_t sides = 4;
    constexpr double fine = 0.02;  // a parabola errs by less than 1e-4 of it
    double const most = portable::log(largest_size);
    for (double spacing = reach / sides;; spacing /= sides) {
        std::vector<double> places;
        std::vector<negative_binomial> sizes;
        for (std::size_t g = 0; g <= 2 * sides; ++g) {
            places.push_back(std::min(log_size + spacing * (static_cast<double>(g) - sides), most));
            sizes.emplace_back(negative_binomial_settings{.size = portable::exp(places.back())});
        }
        vector const sums = log_likelihoods(sizes, rows, fit);
        auto const best = static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin());
        log_size = places[best];
        if (spacing > fine) continue;
        bool const is_inside = best > 0 && best < 2 * sides && log_size < most;
        return is_inside ? log_size + top_of(sums(best - 1), sums(best), sums(best + 1), spacing) : log_size;
    }
}

/// Until the log of the size moves by less than 1e-4: its standard error with 10⁸ rows.
double climb_with_size(double log_size, double reach, row_view const& rows, dispersed_fit& fit) {
    constexpr std::size_t most_passes = 500;
    for (double before = infinity; std::abs(log_size - before) > 1e-4 && fit.passes < most_passes; reach = near_size) {
        before = log_size;
        climb(negative_binomial({.size = portable::exp(log_size)}), rows, fit);
        log_size = likeliest_log_size(log_size, reach, rows, fit);
    }
    return log_size;
}

/// log a − ψ(a) by its asymptotic series, after steps of ψ(a) = ψ(a + 1) − 1/a to where that is exact.
double log_minus_digamma(double a) {
    double sum = 0;
    double const start = a;
    for (; a < 10; ++a) sum += 1 / a;
    double const square = 1 / (a * a);
    return portable::log(start / a) + sum + 1 / (2 * a) +
           square * (1.0 / 12 - square * (1.0 / 120 - square * (1.0 / 252 - square / 240)));
}

}  // namespace

dispersion_estimate likeliest_size(any_rows const& rows) {
    row_view const all(rows, 1);
    check_targets(negative_binomial(), all);
    dispersed_fit fit{zeros(rows.columns())};
    double log_size = portable::log(10.0), reach = portable::log(largest_size) - log_size;
    if (has_many_blocks(rows)) {
        log_size = climb_with_size(log_size, reach, row_view(rows, 10), fit);
        reach = near_size;
        fit.passes = 0;
    }
    log_size = climb_with_size(log_size, reach, all, fit);
    return {log_size < portable::log(largest_size) ? portable::exp(log_size) : largest_size, fit.passes};
}

std::optional<dispersion_estimate> likeliest_shape(any_rows const& rows) {
    row_view const all(rows, 1);
    check_targets(gamma_likelihood(), all);
    dispersed_fit fit{zeros(rows.columns())};
    if (has_many_blocks(rows)) climb(gamma_likelihood(), row_view(rows, 10), fit);
    fit.passes = 0;
    climb(gamma_likelihood(), all, fit);
    vector const sums = sum_over_blocks(all, zeros(2), [&](vector& sum, row_block const& block) {
        std::vector<double> eta(block.rows.rows);
        predict(block.rows, as_view(fit.theta), eta);
        for (std::size_t i = 0; i < eta.size(); ++i) {
            auto const [target, offset, weight] = datum_of(block, i);
            sum(0) += weight * expm1_minus(portable::log(target) - eta[i] - offset);
            sum(1) += weight;
        }
    });
    ++fit.passes;
    double const mean = sums(0) / sums(1);
    constexpr double no_spread = 1e-9;  // less than Newton's method and the prior leave of it
    if (!(mean > no_spread)) return std::nullopt;
    double low = portable::log(0.5 / mean), high = portable::log(1 / mean);
    while (high - low > 1e-12) {
        double const middle = std::midpoint(low, high);
        (log_minus_digamma(portable::exp(middle)) > mean ? low : high) = middle;
    }
    return dispersion_estimate{portable::exp(low), fit.passes};
}

}  // namespace firefly::program
