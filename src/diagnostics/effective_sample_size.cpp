module;
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

module firefly.diagnostics;

import firefly.core;

namespace firefly {
namespace {

/// ρ of the head comment.
class autocorrelation {
public:
    explicit autocorrelation(scalar_draws const& draws) : autocovariances_(draws.length()) {
        auto const n = static_cast<double>(draws.length()), chains = static_cast<double>(draws.chains().size());
        std::vector<double> means;
        for (auto const& chain : draws.chains()) {
            auto const gamma = autocovariance(chain);
            for (std::size_t t = 0; t < gamma.size(); ++t) autocovariances_[t] += gamma[t] / chains;
            means.push_back(mean(chain));
        }
        within_ = autocovariances_[0] * n / (n - 1);
        total_ = autocovariances_[0] + (means.size() > 1 ? variance(means) : 0);
    }

    double operator()(std::size_t t) const { return 1 - (within_ - autocovariances_[t]) / total_; }
    bool exists() const { return std::isfinite(total_); }

private:
    std::vector<double> autocovariances_;
    double within_, total_;
};

/// τ of the head comment for chains of n draws.
double integrated_time(autocorrelation const& correlation, std::size_t n) {
    // Initial positive sequence: ρ in pairs (even lag, odd lag), up to the first pair with a sum that is not positive or to the end,
    // where lags have too few draws behind them.
    std::vector<double> rho{1, correlation(1)};
    std::size_t last = 0;
    while (last + 5 < n && rho[last] + rho[last + 1] > 0) {
        last += 2;
        rho.push_back(correlation(last));
        rho.push_back(correlation(last + 1));
    }
    // The last pair counts with its even lag only, and that once: the mean of stopping before and behind it. A pair with a negative
    // sum is noise, and is not allowed to shorten the time.
    double const remainder = rho[last] + rho[last + 1] >= 0 ? rho[last] : std::max(rho[last], 0.0);

    // Initial monotone sequence.
    for (std::size_t t = 2; t < last; t += 2)
        if (rho[t] + rho[t + 1] > rho[t - 2] + rho[t - 1]) rho[t] = rho[t + 1] = (rho[t - 2] + rho[t - 1]) / 2;

    // When the first pair is also the last, posterior counts ρ(0) twice and so arrives at τ = 2. Kept: such chains are too short, or
    // too regular, for any estimate, and two draws for the price of one is on the safe side.
    auto const counted = static_cast<std::ptrdiff_t>(std::max<std::size_t>(last, 1));
    return -1 + 2 * std::accumulate(rho.begin(), rho.begin() + counted, 0.0) + remainder;
}

/// Of chains that are split already.
double effective_sample_size(scalar_draws const& draws) {
    if (draws.length() < 3 || !vary(draws)) return not_a_number;
    autocorrelation const correlation(draws);
    if (!correlation.exists()) return not_a_number;  // the variance overflows
    auto const size = static_cast<double>(draws.size());
    return size / std::max(integrated_time(correlation, draws.length()), 1 / portable::log10(size));
}

}  // namespace

double ess_basic(scalar_draws const& draws, splitting how) {
    return effective_sample_size(split_chains(draws, how));
}

double ess_mean(scalar_draws const& draws) {
    return ess_basic(draws);
}

double ess_bulk(scalar_draws const& draws) {
    return effective_sample_size(rank_normalised(split_chains(draws)));
}

double ess_quantile(scalar_draws const& draws, double probability) {
    auto const size = static_cast<double>(draws.size());
    double const limit = quantile(draws, probability == 1 ? (size - 0.5) / size : probability);
    if (!vary(draws)) return not_a_number;
    return ess_basic(draws.transformed([=](double x) { return x <= limit ? 1.0 : 0.0; }));
}

double ess_tail(scalar_draws const& draws) {
    double const lower = ess_quantile(draws, 0.05), upper = ess_quantile(draws, 0.95);
    return std::isnan(lower) || lower < upper ? lower : upper;  // NaN when either is
}

double ess_sd(scalar_draws const& draws) {
    return ess_basic(draws.transformed([centre = mean(draws.pooled())](double x) { return std::abs(x - centre); }));
}

}  // namespace firefly
