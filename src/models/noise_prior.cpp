module;
#include <cmath>
#include <cstddef>

module firefly.models;

import firefly.external;
import firefly.core;

namespace firefly {

noise_scale_term::noise_scale_term(double weight, noise_settings settings) : weight_(weight), settings_(settings) {
    constexpr double least = 1e-100, most = 1e100;  // squares beyond these are no numbers any more
    if (!(weight > 0) || !std::isfinite(weight))
        throw invalid_argument(fmt::format("noise_prior: the data must have a positive weight, got {}", weight));
    if (!(settings.prior_scale >= least && settings.prior_scale <= most))
        throw invalid_argument(
            fmt::format("noise_prior: prior_scale must lie between {} and {}, got {}", least, most, settings.prior_scale));
    if (!(settings.start >= least && settings.start <= most))
        throw invalid_argument(fmt::format("noise_prior: start must lie between {} and {}, got {}", least, most, settings.start));
}

double noise_scale_term::share(double tau) const {
    double const x = settings_.prior_scale * tau, length = portable::hypot(1, x);
    return x / length * (x / length);
}

coordinate_expansion noise_scale_term::expand(double tau, std::size_t coefficients) const {
    double const times = weight_ - static_cast<double>(coefficients), q = share(tau);
    return {.value = times * portable::log(tau) - 2 * portable::log(portable::hypot(1, settings_.prior_scale * tau)),
            .gradient = (times - 2 * q) / tau,
            .precision = (times + 2 * q * (1 - 2 * q)) / (tau * tau)};
}

double noise_scale_term::remainder(double tau, double t, std::size_t coefficients) const {
    double const times = weight_ - static_cast<double>(coefficients), q = share(tau), s = q * t * (2 + t);
    constexpr double near = 0.05;  // |s| < 0.1025 there
    double const tail = std::abs(t) < near ? log1p_beyond_second(s) - q * q * t * t * t * (2 + 0.5 * t)
                                           : portable::log1p(s) - 2 * q * t - q * (1 - 2 * q) * t * t;
    return times * log1p_beyond_second(t) - tail;
}

double noise_scale_term::slope_of_remainder(double tau, double t, std::size_t coefficients) const {
    double const times = weight_ - static_cast<double>(coefficients), q = share(tau), s = q * t * (2 + t);
    return times * t * t / (1 + t) + 2 * q * q * t * t * (1 + (2 + t) * (1 - 2 * q)) / (1 + s);
}

noise_scratch& noise_scratch::of(std::size_t coefficients) {
    thread_local noise_scratch scratch;
    for (auto* const numbers : {&scratch.origin, &scratch.displacement, &scratch.gradient}) numbers->resize(coefficients);
    return scratch;
}

}  // namespace firefly
