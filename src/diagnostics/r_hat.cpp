module;
#include <cmath>
#include <vector>

module firefly.diagnostics;

namespace firefly {
namespace {

/// R̂ of the head comment, of chains that are split already.
double scale_reduction(scalar_draws const& draws) {
    if (!vary(draws)) return not_a_number;
    std::vector<double> means, variances;
    for (auto const& chain : draws.chains()) {
        means.push_back(mean(chain));
        variances.push_back(variance(chain));
    }
    auto const n = static_cast<double>(draws.length());
    return std::sqrt((n * variance(means) / mean(variances) + n - 1) / n);
}

}  // namespace

double r_hat(scalar_draws const& draws) {
    double const bulk = scale_reduction(rank_normalised(split_chains(draws)));
    double const tail = scale_reduction(rank_normalised(split_chains(folded(draws))));
    return std::isnan(bulk) || bulk > tail ? bulk : tail;  // NaN when either is
}

double r_hat_basic(scalar_draws const& draws, splitting how) {
    return scale_reduction(split_chains(draws, how));
}

}  // namespace firefly
