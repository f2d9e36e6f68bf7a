/// Which values of a positive parameter v make a grid: as far apart as its posterior is wide, by the Laplace approximation of each value's evidence.
///
///     log p(v | data) ≈ log p(data, θ*_v | v) − ½ log|H_v| + log p(v),   as a density of x = log v: one more log v
///     values e^{x̂ + ih}, h = min(s, ¼),   x̂ the likeliest and s the posterior standard deviation of x about there
///
/// Seven places between the least and the most value, then two more beside the best at half the distance, until the density falls by no more than
/// √e from one to the next; a parabola through the last three has x̂ and s. Where the likeliest is an end of the range, that is a value of the grid and s is where
/// the density has fallen by that much. A sum over values one standard deviation apart is as good as an integral (the trapezoidal rule errs by e^{−2π²} for a
/// Gaussian), and a chain moves by one or two of them at a time; where values are nearer than that, by as many as make up two standard deviations. With many
/// rows one block in ten serves. Cost: about fifteen values, two or three passes each.
module;
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

export module firefly.samplers:grid_values;

import firefly.external;
import firefly.core;
import firefly.data;
import firefly.models;
import :anchor;
import :likelihood_constants;

namespace firefly {

/// A parameter of a likelihood that is to be sampled on a grid.
export template <Model M>
struct grid_parameter {
    std::function<M(double)> model_at;        // the model with this value: the rows are the same for all
    double least, most;                       // no value lies beyond
    std::function<double(double)> log_prior;  // log p(v), up to a constant
};

/// Of x = log v.
struct grid_peak {
    double at;      // x̂
    double spread;  // s
};

/// A grid, with the prior of each value.
export struct grid_values {
    std::vector<double> values;      // in increasing order
    std::vector<double> log_priors;  // of each: log p(v) v, half of that at both ends
    std::size_t likeliest;           // which of them is
    std::size_t reach;               // how far a move may go, in values
};

/// The peak of a log density of x between two numbers. It may be −∞ in places.
grid_peak find_peak(std::function<double(double)> const& log_density, double low, double high);

/// The grid about a peak. It has no more than 2001 values: where the range has more, those next to the peak.
grid_values spread_values(grid_peak peak, double least, double most, std::function<double(double)> const& log_prior);

/// Throws `invalid_argument` unless 0 < least < most, both finite.
void check_range(double least, double most);

/// x̂ and s of a model's parameter, from these rows of it: `rows_of(model)` is the model with them.
template <Model M, class RowsOf>
grid_peak find_peak_of(grid_parameter<M> const& parameter, RowsOf const& rows_of) {
    newton_settings const rough{.tolerance = 0.01};
    vector near;
    return find_peak(
        [&](double x) {
            double const value = portable::exp(x);
            try {
                auto const model = rows_of(parameter.model_at(value));
                anchor const at = climb_from(near.size() == 0 ? first_guess(model) : near, model, rough);
                near = at.theta;
                return at.log_posterior + log_constants(model) - at.precision.log_determinant() / 2 + parameter.log_prior(value) +
                       x;
            } catch (numerical_error const&) { return -infinity; }  // no maximum is found there
        },
        portable::log(parameter.least), portable::log(parameter.most));
}

/// The values that serve a parameter. Throws `invalid_argument` for a range that is none, and `numerical_error` where no value has a maximum.
export template <Model M>
grid_values find_grid_values(grid_parameter<M> const& parameter) {
    constexpr std::size_t stride = 10;
    check_range(parameter.least, parameter.most);
    auto const all = parameter.model_at(std::sqrt(parameter.least * parameter.most));  // which keeps the rows
    grid_peak peak;
    if (has_many_blocks(all.rows(), stride)) {
        block_sample const rows(all.rows(), stride);
        double const share = static_cast<double>(all.rows().rows()) / static_cast<double>(rows.rows());
        peak = find_peak_of(parameter, [&](M const& model) {
            return posterior(model.likelihood(), prior_of_share(model.prior(), 1 / share), rows);
        });
        peak.spread /= std::sqrt(share);
    } else {
        peak = find_peak_of(parameter, [](M const& model) { return model; });
    }
    return spread_values(peak, parameter.least, parameter.most, parameter.log_prior);
}

}  // namespace firefly
